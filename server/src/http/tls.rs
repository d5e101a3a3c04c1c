//! TLS by rustls, when a certificate is given.

use std::path::Path;
use std::sync::Arc;

use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;

use crate::config::Config;

/// What answers TLS handshakes; `None` for plain HTTP.
///
/// # Errors
/// One sentence that names the setting and the file.
pub fn acceptor(config: &Config) -> Result<Option<TlsAcceptor>, String> {
    let Some(certificate) = &config.tls_certificate else { return Ok(None) };
    let key = config.tls_key.as_ref().ok_or("setting tls_key: it must be set together with tls_certificate")?;
    let chain =
        chain(certificate).map_err(|why| format!("setting tls_certificate: {}: {why}", certificate.display()))?;
    let secret =
        PrivateKeyDer::from_pem_file(key).map_err(|why| format!("setting tls_key: {}: {why}", key.display()))?;
    let mut settings = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, secret))
        .map_err(|why| format!("setting tls_certificate: {why}"))?;
    settings.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Some(TlsAcceptor::from(Arc::new(settings))))
}

fn chain(path: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let certificates = CertificateDer::pem_file_iter(path).map_err(|why| why.to_string())?;
    let chain = certificates.collect::<Result<Vec<_>, _>>().map_err(|why| why.to_string())?;
    if chain.is_empty() { Err("it holds no certificate".into()) } else { Ok(chain) }
}
