"""Makes the sample documents: a small model of documents, its producers, and the documents."""
