//! Functions (ISO 32000-1, 7.10): hayro's, behind a look at what they would unfold to.

use hayro_interpret::Function;
use hayro_syntax::object::{Array, Dict, Object, Stream};

use super::stream;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Nesting of stitching functions that is followed.
const MAX_DEPTH: usize = 8;

/// Functions within one.
const MAX_PARTS: usize = 256;

/// Bytes of samples or program of one function.
const MAX_BYTES: usize = 1 << 20;

/// Nesting of braces in a calculator program.
const MAX_BRACES: usize = 64;

/// The function `object` describes; `None` where it is damaged or out of proportion.
///
/// # Errors
/// A limit on unpacked bytes.
pub(super) fn load(object: &Object<'_>, context: &Context) -> Result<Option<Function>> {
    let mut parts = 0;
    Ok(if is_modest(object, 0, &mut parts, context)? { Function::new(object) } else { None })
}

fn is_modest(object: &Object<'_>, depth: usize, parts: &mut usize, context: &Context) -> Result<bool> {
    *parts += 1;
    if depth > MAX_DEPTH || *parts > MAX_PARTS {
        return Ok(false);
    }
    match object {
        Object::Stream(stream) => is_modest_stream(stream, context),
        Object::Dict(dict) => are_modest(dict, depth, parts, context),
        _ => Ok(false),
    }
}

fn is_modest_stream(program: &Stream<'_>, context: &Context) -> Result<bool> {
    let bytes = stream::decode(program, context)?;
    let mut depth = 0_usize;
    let mut deepest = 0;
    for byte in bytes.iter() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    // Samples may hold any byte; only programs are read as text.
    let is_program = program.dict().get::<i32>(b"FunctionType") == Some(4);
    Ok(bytes.len() <= MAX_BYTES && (!is_program || deepest <= MAX_BRACES))
}

fn are_modest(dict: &Dict<'_>, depth: usize, parts: &mut usize, context: &Context) -> Result<bool> {
    let Some(functions) = dict.get::<Array<'_>>(b"Functions") else { return Ok(true) };
    for function in functions.iter::<Object<'_>>() {
        if !is_modest(&function, depth + 1, parts, context)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The values of a function, or of several with one output each, at `input`; missing ones are 0.
pub(super) fn values(functions: &[Function], input: &[f32], outputs: usize) -> Vec<f32> {
    let mut values = vec![0.0; outputs.min(32)];
    match functions {
        [one] if one.num_inputs() == input.len() => {
            let mut all = vec![0.0; one.num_outputs()];
            if one.eval(input, &mut all).is_some() {
                values.iter_mut().zip(all).for_each(|(value, result)| *value = result);
            }
        }
        several => {
            for (value, function) in values.iter_mut().zip(several) {
                let mut one = [0.0];
                if function.num_inputs() == input.len() && function.eval(input, &mut one).is_some() {
                    *value = one[0];
                }
            }
        }
    }
    values
}
