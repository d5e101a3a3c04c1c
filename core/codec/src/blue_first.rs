//! BGR and BGRA pixels: stored with blue before green and red, as Windows and Truevision have them.

/// Puts pixels into their place, as many as are there, with red and blue changed about; grey ones stay as they are.
pub(crate) fn put(source: &[u8], place: &mut [u8], channels: usize) {
    match channels {
        3 => {
            for (place, pixel) in place.as_chunks_mut::<3>().0.iter_mut().zip(source.as_chunks::<3>().0) {
                *place = [pixel[2], pixel[1], pixel[0]];
            }
        }
        4 => {
            for (place, pixel) in place.as_chunks_mut::<4>().0.iter_mut().zip(source.as_chunks::<4>().0) {
                *place = [pixel[2], pixel[1], pixel[0], pixel[3]];
            }
        }
        _ => place.iter_mut().zip(source).for_each(|(place, sample)| *place = *sample),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_are_there_change_about() {
        let mut place = [9; 9];
        put(&[1, 2, 3, 4, 5, 6, 7], &mut place, 3);
        assert_eq!(place, [3, 2, 1, 6, 5, 4, 9, 9, 9]);
        put(&[1, 2, 3, 4, 5], &mut place, 4);
        assert_eq!(place, [3, 2, 1, 4, 5, 4, 9, 9, 9]);
        put(&[1, 2], &mut place, 1);
        assert_eq!(place[..3], [1, 2, 1]);
    }
}
