# Converts report.pdf to report.docx.
curl --fail-with-body --silent --show-error \
  --header "Authorization: Bearer ${{ variable }}" \
  --form file=@report.pdf \
  --form to=docx \
  --output report.docx \
  {{ base }}/api/convert
