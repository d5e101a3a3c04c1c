//! Job storage on disk: a folder for each job, below one that servers over one database share. It has what was asked
//! for and the upload until the job has ended, then the answer until that is past its time.
//!
//! What is written is on the disk before anybody is told of it: a job outlives the process and the power.

use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use transvase_worker::Job as Conversion;

use crate::engine::Upload;

/// Files of a job.
const ORDER: &str = "order.json";
const UPLOAD: &str = "upload";
const HEADERS: &str = "headers.json";
const RESULT: &str = "result";

/// Time after which a folder that no job has belongs to nobody: no upload is kept for as long without being a job.
const ORPHAN: Duration = Duration::from_mins(10);

/// What is to be done: it may name files and hold a password, so it is gone when the job has ended.
#[derive(Debug, Serialize, Deserialize)]
pub struct Order {
    /// The conversion.
    pub conversion: Conversion,
    /// The result's name without the extension.
    pub stem: String,
    /// Whether its warnings go with it, into the body.
    pub is_mixed: bool,
}

/// The headers of an answer, by their names in lower case.
pub type Headers = Vec<(String, String)>;

/// The folder.
#[derive(Debug, Clone)]
pub struct Depot {
    folder: Arc<Path>,
    most_bytes: u64,
}

impl Depot {
    /// The files below a folder, which have so many bytes together; the folder is made with the first.
    pub fn new(folder: PathBuf, most_bytes: u64) -> Self {
        Depot { folder: folder.into(), most_bytes }
    }

    /// Whether there is room for so many bytes more.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub async fn has_room(&self, bytes: u64) -> io::Result<bool> {
        let most = self.most_bytes;
        self.aside(move |depot| Ok(depot.used()?.saturating_add(bytes) <= most)).await
    }

    /// Keeps an order and its upload.
    ///
    /// # Errors
    /// Where the disk is full, or the folder is not to be written to: nothing is left then.
    pub async fn put(&self, id: &str, order: Order, upload: Upload) -> io::Result<()> {
        let id = id.to_owned();
        self.aside(move |depot| {
            let folder = depot.create(&id)?;
            let kept =
                write_json(&folder.join(ORDER), &order).and_then(|()| write_upload(&folder.join(UPLOAD), upload));
            kept.and_then(|()| sync(&folder)).inspect_err(|_| drop(fs::remove_dir_all(&folder)))
        })
        .await
    }

    /// The order of a job and its upload.
    ///
    /// # Errors
    /// Where they are not there.
    pub async fn order(&self, id: &str) -> io::Result<(Order, Upload)> {
        let id = id.to_owned();
        self.aside(move |depot| {
            let folder = depot.of(&id)?;
            let file = File::open(folder.join(UPLOAD))?;
            let length = file.metadata()?.len();
            Ok((read_json(&folder.join(ORDER))?, Upload::Disk(file, length)))
        })
        .await
    }

    /// Keeps the answer of a job.
    ///
    /// # Errors
    /// Where the disk, or the room for jobs, is full.
    pub async fn put_result(&self, id: &str, headers: Headers, bytes: Vec<u8>) -> io::Result<()> {
        let id = id.to_owned();
        self.aside(move |depot| {
            let folder = depot.of(&id)?;
            if depot.used()?.saturating_add(bytes.len() as u64) > depot.most_bytes {
                return Err(io::ErrorKind::StorageFull.into());
            }
            write_json(&folder.join(HEADERS), &headers)?;
            write(&folder.join(RESULT), |file| file.write_all(&bytes))?;
            sync(&folder)
        })
        .await
    }

    /// Drops the order of a job that has ended, with its upload.
    pub async fn drop_order(&self, id: &str) {
        let id = id.to_owned();
        let _ = self
            .aside(move |depot| {
                let folder = depot.of(&id)?;
                let gone = [ORDER, UPLOAD].map(|name| fs::remove_file(folder.join(name)));
                gone.into_iter().collect::<io::Result<()>>()
            })
            .await;
    }

    /// The answer of a job: headers, body, length.
    ///
    /// # Errors
    /// Where it is not there.
    pub async fn result(&self, id: &str) -> io::Result<(Headers, File, u64)> {
        let id = id.to_owned();
        self.aside(move |depot| {
            let folder = depot.of(&id)?;
            let file = File::open(folder.join(RESULT))?;
            let length = file.metadata()?.len();
            Ok((read_json(&folder.join(HEADERS))?, file, length))
        })
        .await
    }

    /// Drops everything of a job.
    pub async fn remove(&self, id: &str) {
        let id = id.to_owned();
        let _ = self.aside(move |depot| fs::remove_dir_all(depot.of(&id)?)).await;
    }

    /// The jobs that have files, and whether each is old enough to belong to nobody, if no job has its number.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub async fn all(&self) -> io::Result<Vec<(String, bool)>> {
        self.aside(|depot| {
            let long_ago = SystemTime::now().checked_sub(ORPHAN);
            let is_old = |path: &Path| path.metadata().and_then(|known| known.modified()).ok() < long_ago;
            let folders = depot.folders()?;
            let named = folders.iter().filter_map(|path| Some((path.file_name()?.to_str()?.to_owned(), is_old(path))));
            Ok(named.collect())
        })
        .await
    }

    /// Does something with files on a thread that may wait for the disk.
    async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Depot) -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        let depot = self.clone();
        tokio::task::spawn_blocking(move || work(&depot)).await.map_err(io::Error::other)?
    }

    /// The folder of a job. Its number comes from an address that a client may have written.
    fn of(&self, id: &str) -> io::Result<PathBuf> {
        let is_plain = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_plain { Ok(self.folder.join(id)) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    fn create(&self, id: &str) -> io::Result<PathBuf> {
        let folder = self.of(id)?;
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        // Nobody's business but the service's.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&folder)?;
        sync(&self.folder)?;
        Ok(folder)
    }

    fn folders(&self) -> io::Result<Vec<PathBuf>> {
        match fs::read_dir(&self.folder) {
            Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    fn used(&self) -> io::Result<u64> {
        let of_job = |folder: &PathBuf| {
            let sizes = [UPLOAD, RESULT].map(|name| folder.join(name).metadata().map_or(0, |known| known.len()));
            sizes.iter().sum::<u64>()
        };
        Ok(self.folders()?.iter().map(of_job).sum())
    }
}

fn write_upload(path: &Path, upload: Upload) -> io::Result<()> {
    write(path, |file| match upload {
        Upload::Memory(bytes) => file.write_all(&bytes),
        Upload::Disk(mut from, _) => io::copy(&mut from, file).map(|_| ()),
    })
}

fn write_json(path: &Path, value: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_vec(value)?;
    write(path, |file| file.write_all(&text))
}

/// Writes a file whole or not at all, whoever writes the same at this moment.
fn write(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut begun = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
    fill(begun.as_file_mut())?;
    begun.as_file().sync_all()?;
    begun.persist(path).map(|_| ()).map_err(|error| error.error)
}

/// Waits until the names in a folder are on the disk.
fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn read_json<T: DeserializeOwned>(path: &Path) -> io::Result<T> {
    Ok(serde_json::from_reader(BufReader::new(File::open(path)?))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0123456789abcdef";

    fn order() -> Order {
        Order { conversion: Conversion { to: "png".into(), ..Conversion::default() }, stem: "a".into(), is_mixed: true }
    }

    #[tokio::test]
    async fn an_order_comes_back_and_its_answer_takes_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let depot = Depot::new(folder.path().join("jobs"), 100);
        assert!(depot.has_room(100).await.unwrap() && !depot.has_room(101).await.unwrap());
        depot.put(ID, order(), Upload::Memory(vec![7; 60])).await.unwrap();
        assert!(!depot.has_room(41).await.unwrap());
        let (kept, upload) = depot.order(ID).await.unwrap();
        assert_eq!((kept.conversion.to.as_str(), kept.stem.as_str(), upload.len()), ("png", "a", 60));
        assert_eq!(depot.all().await.unwrap(), [(ID.to_owned(), false)]);
        assert!(depot.put_result(ID, Vec::new(), vec![0; 41]).await.is_err(), "there is no room for it");
        depot.put_result(ID, vec![("content-type".into(), "image/png".into())], vec![1, 2, 3]).await.unwrap();
        depot.drop_order(ID).await;
        assert!(depot.order(ID).await.is_err());
        let (headers, _, length) = depot.result(ID).await.unwrap();
        assert_eq!((headers[0].1.as_str(), length), ("image/png", 3));
        depot.remove(ID).await;
        assert_eq!(fs::read_dir(folder.path().join("jobs")).unwrap().count(), 0);
    }

    #[tokio::test]
    async fn a_number_leads_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let depot = Depot::new(folder.path().join("jobs"), 100);
        for id in ["", ".", "..", "../x", "a/b", "ab\0"] {
            assert!(depot.put(id, order(), Upload::Memory(Vec::new())).await.is_err(), "{id:?}");
            assert!(depot.result(id).await.is_err());
        }
        assert!(!folder.path().join("x").exists());
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn nobody_else_may_look() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let depot = Depot::new(folder.path().join("jobs"), 100);
        depot.put(ID, order(), Upload::Memory(Vec::new())).await.unwrap();
        let mode = folder.path().join("jobs").metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0);
    }
}
