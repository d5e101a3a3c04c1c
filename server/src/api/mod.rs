//! The endpoints for programs: conversion, formats, account, health, metrics and their description.

pub mod convert;
