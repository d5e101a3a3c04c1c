//! The colours that 14 bits of LogLuv number: squares of the visible part of the plane of u' and v' (Larson, LogLuv
//! encoding for full-gamut, high-dynamic range images, Journal of Graphics Tools 3(1), 1998), row by row.

/// Side of a square.
const SIDE: f32 = 0.0035;

/// Where the lowest row begins.
const LOWEST: f32 = 0.016_940;

/// How many rows there are.
const COUNT: usize = 163;

/// White of equal energy, for numbers that no square has.
const WHITE: (f32, f32) = (4.0 / 19.0, 9.0 / 19.0);

/// Of each row where its first square begins, in millionths, and how many squares it has: numbers that files are coded
/// by, as the format's author gave them with its first implementation (libtiff, `uvcode.h`).
#[rustfmt::skip]
const ROWS: [(u32, u16); COUNT] = [
    (247663, 4), (243779, 6), (241684, 7), (237874, 9), (235906, 10), (232153, 12), (228352, 14), (226259, 15),
    (222371, 17), (220410, 18), (214710, 21), (212714, 22), (210721, 23), (204976, 26), (202986, 27), (199245, 29),
    (195525, 31), (193560, 32), (189878, 34), (186216, 36), (186216, 36), (182592, 38), (179003, 40), (175466, 42),
    (172001, 44), (172001, 44), (168612, 46), (168612, 46), (163575, 49), (158642, 52), (158642, 52), (158642, 52),
    (153815, 55), (153815, 55), (149097, 58), (149097, 58), (142746, 62), (142746, 62), (142746, 62), (138270, 65),
    (138270, 65), (138270, 65), (132166, 69), (132166, 69), (126204, 73), (126204, 73), (126204, 73), (120381, 77),
    (120381, 77), (120381, 77), (120381, 77), (112962, 82), (112962, 82), (112962, 82), (107450, 86), (107450, 86),
    (107450, 86), (107450, 86), (100343, 91), (100343, 91), (100343, 91), (95126, 95), (95126, 95), (95126, 95),
    (95126, 95), (88276, 100), (88276, 100), (88276, 100), (88276, 100), (81523, 105), (81523, 105), (81523, 105),
    (81523, 105), (74861, 110), (74861, 110), (74861, 110), (74861, 110), (68290, 115), (68290, 115), (68290, 115),
    (68290, 115), (63573, 119), (63573, 119), (63573, 119), (63573, 119), (57219, 124), (57219, 124), (57219, 124),
    (57219, 124), (50985, 129), (50985, 129), (50985, 129), (50985, 129), (50985, 129), (44859, 134), (44859, 134),
    (44859, 134), (44859, 134), (40571, 138), (40571, 138), (40571, 138), (40571, 138), (36339, 142), (36339, 142),
    (36339, 142), (36339, 142), (32139, 146), (32139, 146), (32139, 146), (32139, 146), (27947, 150), (27947, 150),
    (27947, 150), (23739, 154), (23739, 154), (23739, 154), (23739, 154), (19504, 158), (19504, 158), (19504, 158),
    (16976, 161), (16976, 161), (16976, 161), (16976, 161), (12639, 165), (12639, 165), (12639, 165), (9991, 168),
    (9991, 168), (9991, 168), (9016, 170), (9016, 170), (9016, 170), (6217, 173), (6217, 173), (5097, 175), (5097, 175),
    (5097, 175), (3909, 177), (3909, 177), (2340, 177), (2389, 170), (1068, 164), (1653, 157), (717, 150), (1614, 143),
    (270, 136), (484, 129), (1103, 123), (1242, 115), (1188, 109), (1011, 103), (709, 97), (301, 89), (2416, 82),
    (3251, 76), (3246, 69), (4141, 62), (5963, 55), (8839, 47), (10490, 40), (16994, 31), (23659, 21),
];

/// The number of each row's first square.
const FIRST: [u16; COUNT] = {
    let mut first = [0; COUNT];
    let mut row = 1;
    while row < COUNT {
        first[row] = first[row - 1] + ROWS[row - 1].1;
        row += 1;
    }
    first
};

/// The middle of a square, as u' and v'.
pub(crate) fn middle(number: u16) -> (f32, f32) {
    let row = FIRST.partition_point(|first| *first <= number) - 1;
    let (start, squares) = ROWS[row];
    let column = number - FIRST[row];
    if column >= squares {
        return WHITE;
    }
    let along = |squares: f32| (squares + 0.5) * SIDE;
    (start as f32 / 1e6 + along(column.into()), LOWEST + along(row as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_stand_in_their_rows() {
        assert_eq!(FIRST[COUNT - 1] + ROWS[COUNT - 1].1, 16_289, "as many as the paper's 14 bits have");
        let is_near = |(u, v): (f32, f32), (x, y): (f32, f32)| (u - x).abs() < 1e-6 && (v - y).abs() < 1e-6;
        assert!(is_near(middle(0), (0.247_663 + 0.001_75, 0.016_94 + 0.001_75)));
        assert!(is_near(middle(4), (0.243_779 + 0.001_75, 0.016_94 + 0.005_25)));
        assert!(is_near(middle(16_288), (0.023_659 + 20.5 * 0.0035, 0.016_94 + 162.5 * 0.0035)));
        assert_eq!(middle(16_289), WHITE);
        assert_eq!(middle(u16::MAX), WHITE);
    }
}
