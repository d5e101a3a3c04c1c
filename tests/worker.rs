//! Conversions in worker processes: the same results and errors as in this process, whatever happens
//! to a worker; nothing is left behind, and nothing is reached from inside.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use transvase::{Error, ErrorCode, Stage, WarningCode};
use transvase_tests::cli::{binary, failing_binary};
use transvase_tests::process::{HANG, is_alive, signal, wait_until};
use transvase_tests::samples::{self, Sample};
use transvase_worker::{Done, Job, Part, Pool, Settings};

fn settings(what: &str) -> Option<Settings> {
    Some(Settings::new(binary(what)?, 1))
}

/// Workers that can be made to fail on request.
fn failing(what: &str) -> Option<Settings> {
    Some(Settings::new(failing_binary(what)?, 1))
}

fn pool(settings: Option<Settings>) -> Option<Pool> {
    Some(Pool::start(settings?).unwrap())
}

fn sample(name: &str) -> Sample {
    samples::all().into_iter().find(|sample| sample.name == name).unwrap()
}

fn photo() -> Vec<u8> {
    sample("rgb.png").bytes
}

fn job(to: &str, options: &[(&str, &str)]) -> Job {
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    Job { to: to.into(), options, deadline: Some(HANG), ..Job::default() }
}

fn convert(pool: &Pool, job: &Job, bytes: &[u8]) -> transvase::Result<Done> {
    pool.convert(job, &mut Cursor::new(bytes), &mut |_| true)
}

fn here(job: &Job, bytes: &[u8]) -> transvase::Result<Done> {
    job.files(bytes)?.convert(job.converter()?).map(Done::from)
}

/// Everything a surface can ask of an error.
fn told(error: &Error) -> String {
    let (cause, details) = (error.cause().map(ToString::to_string), error.details());
    format!(
        "{} {error} {:?} {:?} {:?} {details:?} {cause:?}",
        error.code(),
        error.hint_text(),
        error.stage(),
        error.format()
    )
}

fn code(result: transvase::Result<Done>) -> ErrorCode {
    result.err().unwrap().code()
}

#[test]
fn every_route_gives_the_same_bytes_in_a_worker() {
    let Some(pool) = pool(settings("conversions in workers")) else { return };
    for (sample, target) in samples::pairs() {
        let job =
            Job { hint: Some(sample.format.id().into()), ..job(target.id(), &[("threads", "2"), samples::FEW_PIXELS]) };
        let (there, here) = (convert(&pool, &job, &sample.bytes), here(&job, &sample.bytes));
        match (there, here) {
            (Ok(there), Ok(here)) => assert!(there == here, "{} to {target} differs", sample.name),
            (Err(there), Err(here)) => assert_eq!(told(&there), told(&here), "{} to {target}", sample.name),
            (there, here) => panic!("{} to {target}: {:?}, {:?}", sample.name, there.err(), here.err()),
        }
    }
}

#[test]
fn errors_read_as_they_do_in_this_process() {
    let Some(pool) = pool(settings("errors of workers")) else { return };
    let (pdf, mobi, photo) = (samples::pdf(), samples::mobi(), photo());
    let mut few_pages = job("docx", &[]);
    few_pages.limits.pages = 0;
    let cases: [(Job, &[u8], ErrorCode); 10] = [
        (job("docx", &[]), &mobi[..mobi.len() / 2], ErrorCode::Truncated),
        (job("docx", &[]), b"", ErrorCode::EmptyInput),
        (job("docx", &[]), b"neither fish nor flesh\0", ErrorCode::UnknownSource),
        (job("xyz", &[]), &photo, ErrorCode::UnknownTarget),
        (job("txt", &[]), &photo, ErrorCode::UnsupportedRoute),
        (job("jpeg", &[("quality", "0")]), &photo, ErrorCode::InvalidOption),
        (job("jpeg", &[("qualitty", "0")]), &photo, ErrorCode::InvalidOption),
        (job("jpeg", &[("max_bytes", "10")]), &photo, ErrorCode::TargetUnreachable),
        (few_pages, &pdf, ErrorCode::LimitExceeded),
        (Job { from: Some("pdf".into()), ..job("docx", &[]) }, &photo, ErrorCode::FormatMismatch),
    ];
    for (job, bytes, code) in cases {
        let (there, here) = (convert(&pool, &job, bytes).err().unwrap(), here(&job, bytes).err().unwrap());
        assert_eq!(told(&there), told(&here));
        assert_eq!(there.code(), code, "{there}");
    }
    let small = Job { limits: transvase::Limits { input_bytes: 100, ..Default::default() }, ..job("jpeg", &[]) };
    assert_eq!(told(&convert(&pool, &small, &photo).unwrap_err()), told(&here(&small, &photo).unwrap_err()));
}

#[test]
fn a_failure_is_its_own_request_s_alone() {
    let Some(settings) = failing("failures of workers") else { return };
    let pool = Pool::start(Settings { workers: 2, ..settings }).unwrap();
    let photo = photo();
    let cases = [
        ("panic", ErrorCode::Internal),
        ("out-of-memory", ErrorCode::OutOfMemory),
        ("missing-resource", ErrorCode::MissingResource),
        ("endless", ErrorCode::TimedOut),
    ];
    std::thread::scope(|scope| {
        let others = scope.spawn(|| (0..20).filter(|_| convert(&pool, &job("jpeg", &[]), &photo).is_err()).count());
        for (word, expected) in cases {
            let job = Job { deadline: Some(Duration::from_millis(200)), ..job("jpeg", &[("fail_point", word)]) };
            assert_eq!(code(convert(&pool, &job, &photo)), expected, "{word}");
        }
        assert_eq!(others.join().unwrap(), 0, "others failed with them");
    });
}

#[test]
fn an_idle_worker_that_dies_is_replaced_before_it_is_asked() {
    let Some(pool) = pool(settings("killed workers")) else { return };
    let photo = photo();
    for _ in 0..5 {
        let before = pool.processes();
        before.iter().for_each(|process| signal("-KILL", *process));
        convert(&pool, &job("jpeg", &[]), &photo).unwrap();
        assert_ne!(pool.processes(), before);
    }
}

#[test]
fn a_worker_killed_at_work_is_followed_by_one_other() {
    let Some(pool) = pool(failing("killed workers")) else { return };
    let photo = photo();
    let endless = Job { deadline: Some(Duration::from_secs(1)), ..job("jpeg", &[("fail_point", "endless")]) };
    let killing = |most: u32| {
        let mut kills = 0;
        let mut watch = |news: Option<(Stage, u64, u64)>| {
            if news.is_some() && kills < most {
                kills += 1;
                pool.processes().into_iter().for_each(|process| signal("-KILL", process));
            }
            true
        };
        code(pool.convert(&endless, &mut Cursor::new(&photo), &mut watch))
    };
    assert_eq!(killing(1), ErrorCode::TimedOut, "the second worker went on to the end");
    assert_eq!(killing(2), ErrorCode::OutOfMemory, "there is no third");
    convert(&pool, &job("jpeg", &[]), &photo).unwrap();
}

#[test]
fn a_worker_that_cannot_answer_is_killed_at_its_deadline() {
    let Some(pool) = pool(failing("stuck workers")) else { return };
    let photo = photo();
    let stuck = pool.processes();
    let mut watch = |news: Option<(Stage, u64, u64)>| {
        // A stopped process notices no deadline, like one inside a call that does not return.
        news.is_some().then(|| stuck.iter().for_each(|process| signal("-STOP", *process)));
        true
    };
    let endless = Job { deadline: Some(Duration::from_millis(300)), ..job("jpeg", &[("fail_point", "endless")]) };
    let result = pool.convert(&endless, &mut Cursor::new(&photo), &mut watch);
    assert_eq!(code(result), ErrorCode::TimedOut);
    assert!(stuck.iter().all(|process| !is_alive(*process)));
    convert(&pool, &job("jpeg", &[]), &photo).unwrap();
}

#[test]
fn a_caller_who_hangs_up_ends_the_worker() {
    let Some(pool) = pool(failing("cancelled workers")) else { return };
    let (photo, before) = (photo(), pool.processes());
    let mut watch = |news: Option<(Stage, u64, u64)>| news.is_none();
    let endless = job("jpeg", &[("fail_point", "endless")]);
    assert_eq!(code(pool.convert(&endless, &mut Cursor::new(&photo), &mut watch)), ErrorCode::Cancelled);
    assert!(before.iter().all(|process| !is_alive(*process)));
    convert(&pool, &job("jpeg", &[]), &photo).unwrap();
}

#[test]
fn a_worker_is_replaced_after_its_share_of_work() {
    let Some(settings) = settings("replaced workers") else { return };
    let photo = photo();
    for settings in [Settings { recycle_jobs: 3, ..settings.clone() }, Settings { recycle_growth_bytes: 1, ..settings }]
    {
        let pool = Pool::start(settings).unwrap();
        let before = pool.processes();
        for _ in 0..4 {
            convert(&pool, &job("jpeg", &[]), &photo).unwrap();
        }
        wait_until("it is replaced", || pool.processes().iter().all(|process| !before.contains(process)));
        assert!(before.iter().all(|process| !is_alive(*process)));
        convert(&pool, &job("jpeg", &[]), &photo).unwrap();
    }
}

#[test]
fn memory_beyond_the_worker_s_is_a_limit_and_no_crash() {
    let Some(settings) = settings("workers with little memory") else { return };
    // Room for the program and the thread's stack, not for a picture of 144 million bytes, which this target wants whole.
    let pool = Pool::start(Settings { memory_bytes: 300 << 20, ..settings }).unwrap();
    let picture = image::RgbImage::from_pixel(8_000, 6_000, image::Rgb([9, 9, 9]));
    let mut large = Cursor::new(Vec::new());
    picture.write_to(&mut large, image::ImageFormat::Png).unwrap();
    let error = convert(&pool, &job("bmp", &[]), large.get_ref()).unwrap_err();
    assert_eq!((error.code(), error.details().which.as_deref()), (ErrorCode::LimitExceeded, Some("memory")), "{error}");
    convert(&pool, &job("jpeg", &[]), &photo()).unwrap();
}

#[test]
fn several_files_and_what_they_name_go_to_a_worker_together() {
    let Some(pool) = pool(settings("several files in workers")) else { return };
    let (pdf, book, photo) = (samples::pdf(), samples::mobi_with_picture("pics/dot.png"), photo());
    let files: [(&str, &[u8], bool); 4] = [
        ("one.pdf", &pdf, false),
        ("pics/dot.png", &photo, true),
        ("two.mobi", &book, false),
        ("style.css", b"p {}", true),
    ];
    let parts = files.map(|(name, bytes, resource)| Part {
        name: Some(name.into()),
        bytes: bytes.len() as u64,
        resource,
        ..Part::default()
    });
    let bytes = files.map(|(_, bytes, _)| bytes).concat();
    let job = Job { parts: parts.into(), ..job("docx", &[]) };
    let done = convert(&pool, &job, &bytes).unwrap();
    assert!(done == here(&job, &bytes).unwrap(), "they become something else");
    let ignored = done.warnings.iter().filter(|warning| warning.code == WarningCode::ResourceIgnored);
    let told: Vec<_> = ignored.map(|warning| warning.message.as_str()).collect();
    assert_eq!(told, ["nothing in the input names style.css"]);

    let before = pool.processes();
    let short = &bytes[..bytes.len() - 1];
    assert_eq!(code(convert(&pool, &job, short)), ErrorCode::Internal, "the lengths do not add up");
    assert!(before.iter().all(|process| !is_alive(*process)));
    convert(&pool, &job, &bytes).unwrap();
}

#[test]
fn large_files_go_through_in_pieces() {
    let Some(pool) = pool(settings("large files")) else { return };
    let path = transvase_tests::cli::scratch("large").join("large.jpg");
    let mut bytes = sample("rgb.jpg").bytes;
    bytes.resize(40 << 20, 0);
    std::fs::write(&path, &bytes).unwrap();
    let same = job("jpeg", &[("max_bytes", "100000000")]);
    let done = pool.convert(&same, &mut std::fs::File::open(&path).unwrap(), &mut |_| true).unwrap();
    assert!(done.bytes == bytes, "a file under its ceiling comes back as it is");
}

#[test]
fn nothing_is_left_when_the_pool_goes() {
    let Some(settings) = failing("what pools leave behind") else { return };
    let pool = Pool::start(Settings { workers: 2, ..settings }).unwrap();
    let processes = pool.processes();
    assert!(processes.len() == 2 && processes.iter().all(|process| is_alive(*process)));
    let busy = job("jpeg", &[("fail_point", "endless")]);
    std::thread::scope(|scope| {
        let busy = scope.spawn(|| code(convert(&pool, &busy, &photo())));
        std::thread::sleep(Duration::from_millis(100));
        pool.stop();
        assert_eq!(busy.join().unwrap(), ErrorCode::Cancelled);
    });
    drop(pool);
    assert!(processes.iter().all(|process| !is_alive(*process)));
}

/// A frame in the form of `worker/src/wire.rs`, written for the shell's printf.
fn frame(header: &str, header_bytes: u32, body_bytes: u64) -> String {
    let lengths = header_bytes.to_le_bytes().into_iter().chain(body_bytes.to_le_bytes());
    lengths.chain(header.bytes()).map(|byte| format!("\\{byte:03o}")).collect()
}

/// A worker that gets ready and then does what `script` says.
fn liar(script: &str) -> Settings {
    let ready = r#"{"Ready":{"layers":[],"missing":[],"not_allowed":[]}}"#;
    let ready = frame(ready, ready.len() as u32, 0);
    let words = vec!["-c".into(), format!("printf '{ready}' >&0; {script}")];
    Settings { words, ..Settings::new("/bin/sh", 1) }
}

#[test]
fn an_answer_that_lies_ends_its_worker_and_takes_no_memory() {
    let long_body = r#"{"Done":{"format":"jpeg","source":"png","warnings":[]}}"#;
    let odd_stage = r#"{"Progress":["sleeping",1,2]}"#;
    let odd_format = r#"{"Done":{"format":"nonsense","source":"png","warnings":[]}}"#;
    let cases = [
        frame("", u32::MAX, 0),
        frame(long_body, long_body.len() as u32, u64::MAX),
        frame("[1, 2]", 6, 0),
        frame(odd_stage, odd_stage.len() as u32, 0),
        frame(odd_format, odd_format.len() as u32, 0),
    ];
    for words in cases {
        // The setup has 49 bytes: one more is of the request.
        let script = format!("head -c 50 > /dev/null; printf '{words}' >&0; sleep 60");
        let pool = Pool::start(liar(&script)).unwrap();
        let liar = pool.processes();
        assert_eq!(code(convert(&pool, &job("jpeg", &[]), &photo())), ErrorCode::Internal, "{words}");
        assert!(liar.iter().all(|process| !is_alive(*process)));
    }
}

#[test]
fn workers_that_do_not_live_are_an_error_and_no_endless_loop() {
    // It takes its setup first: what it left unread would take back its own word that it is ready.
    let pool = Pool::start(liar("head -c 49 > /dev/null; exit 3")).unwrap();
    // It depends on the moment whether one dies before it is asked or while it is.
    let code = code(convert(&pool, &job("jpeg", &[]), &photo()));
    assert!(matches!(code, ErrorCode::OutOfMemory | ErrorCode::Internal), "{code}");
}

#[test]
fn a_program_that_is_no_worker_is_an_error() {
    let Some(settings) = settings("programs that are no workers") else { return };
    for (program, words) in
        [("/bin/true", ["", ""]), ("/nowhere", ["", ""]), ("/bin/sh", ["-c", "echo what a worker never says >&0"])]
    {
        let words = words.map(str::to_owned).to_vec();
        let settings = Settings { program: PathBuf::from(program), words, ..settings.clone() };
        assert_eq!(Pool::start(settings).unwrap_err().code(), ErrorCode::MissingResource, "{program}");
    }
}

/// Files other people's programs fell over, where they are at hand: each fails alone, if it fails.
#[test]
fn hostile_files_do_their_neighbours_no_harm() {
    let Some(settings) = settings("hostile files in workers") else { return };
    let Some(corpus) = transvase_tests::corpus("hostile files in workers") else { return };
    let pool = Pool::start(Settings { workers: 2, ..settings }).unwrap();
    let done = AtomicBool::new(false);
    let (findings, (good, bad)) = std::thread::scope(|scope| {
        let neighbour = scope.spawn(|| {
            let mut results = (0..)
                .map_while(|_| (!done.load(Ordering::Relaxed)).then(|| convert(&pool, &job("jpeg", &[]), &photo())));
            results
                .by_ref()
                .fold((0, 0), |(good, bad), result| if result.is_ok() { (good + 1, bad) } else { (good, bad + 1) })
        });
        let folders = ["robust", "pdf/damaged", "ebook/damaged", "image/damaged"].map(|folder| corpus.join(folder));
        let files: Vec<PathBuf> = folders.iter().flat_map(|folder| transvase_tests::files_below(folder)).collect();
        let findings = files.iter().enumerate().flat_map(|(number, file)| convert_somewhere(&pool, file, number));
        let findings: Vec<String> = findings.collect();
        done.store(true, Ordering::Relaxed);
        (findings, neighbour.join().unwrap())
    });
    println!("{good} conversions beside them went well");
    assert!(bad == 0 && good > 0, "{bad} conversions beside them failed");
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

/// Converts a file to two of the formats it can become, to others than those of the file before it, and says what no file
/// may cause.
fn convert_somewhere(pool: &Pool, file: &Path, number: usize) -> Vec<String> {
    let bytes = std::fs::read(file).unwrap();
    let finding = |target: transvase::Format| {
        let job = Job { deadline: Some(Duration::from_secs(3)), ..job(target.id(), &[("dpi", "20")]) };
        let error = convert(pool, &job, &bytes).err()?;
        let is_defect = matches!(error.code(), ErrorCode::Internal | ErrorCode::OutOfMemory);
        is_defect.then(|| format!("{} to {target}: {}", file.display(), told(&error)))
    };
    samples::targets_in_turn(&bytes, number, 2).into_iter().filter_map(finding).collect()
}
