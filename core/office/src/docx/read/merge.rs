//! Property cascade: properties that may be said at several levels, the nearest of which holds.

/// Makes a structure of properties, each of which may be missing, that can be laid over another.
macro_rules! properties {
    ($(#[$of:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $kind:ty,)+ }) => {
        $(#[$of])*
        #[derive(Debug, Clone, Default, PartialEq)]
        pub(in crate::docx::read) struct $name {
            $($(#[$doc])* pub $field: Option<$kind>,)+
        }

        impl $name {
            /// These properties, with those of `base` where they say nothing.
            pub fn over(&self, base: &$name) -> $name {
                $name { $($field: self.$field.clone().or_else(|| base.$field.clone()),)+ }
            }
        }
    };
}

pub(super) use properties;
