// SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
// Runs a WebAssembly program for WASI, which sees the folder at hand: node tests/systems/wasi.mjs PROGRAM [ARGUMENT...]
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', args: process.argv.slice(2), preopens: { '.': '.' }, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(process.argv[2]));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport }));
