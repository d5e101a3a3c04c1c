//! Half-precision floats: IEEE 754 numbers of 16 bits.

/// The number that these bits are (IEEE 754, binary16).
pub(crate) fn number(raw: u16) -> f32 {
    let (exponent, mantissa) = (i32::from(raw >> 10 & 31), f32::from(raw & 1_023));
    let size = match exponent {
        0 => mantissa * libm::ldexpf(1.0, -24),
        31 => f32::INFINITY,
        _ => libm::ldexpf(mantissa + 1_024.0, exponent - 25),
    };
    if raw >> 15 == 1 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_numbers() {
        assert_eq!([0x3C00, 0xC000, 0x3555, 0x0001].map(number), [1.0, -2.0, 0.333_251_95, 5.960_464_5e-8]);
    }
}
