/** Runs inside the executable: puts embedded native libraries where the system's loader can open them. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Libraries that must be in the same folder: their relative paths, and the embedded files with their content. */
export interface NativeLibraries {
  /** Name and content hash, such as `sharp-1a2b3c4d`. */
  folder: string
  files: Record<string, string>
  /** The one of `files` that is the Node addon. */
  addon: string
}

/**
 * Loads an addon that is embedded in the executable.
 *
 * The libraries are written once into `MILEPOST_NATIVE_DIR` (readable by the owner only), and the folders of earlier
 * versions are deleted. Without that variable they are loaded from a private temporary folder, which is then deleted.
 */
export function loadNative(libraries: NativeLibraries): unknown {
  const require = createRequire(import.meta.url)
  const { MILEPOST_NATIVE_DIR } = process.env
  const load = (dir: string): unknown => {
    try {
      return require(extractNative(libraries, dir))
    } catch (error) {
      throw explainNoexec(error, dir)
    }
  }
  if (MILEPOST_NATIVE_DIR) return load(MILEPOST_NATIVE_DIR)
  const dir = mkdtempSync(join(tmpdir(), 'milepost-'))
  try {
    return load(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** What the loaders of glibc and musl report about a library that may not be mapped as code. */
const NOEXEC = /failed to map segment|Operation not permitted/

/** Explains the error of the system's loader for libraries on a disk that is mounted with `noexec`. */
export function explainNoexec(error: unknown, dir: string): unknown {
  if (!(error instanceof Error) || !NOEXEC.test(error.message)) return error
  return new Error(
    `Milepost cannot load its native libraries from ${dir}: that disk is mounted with noexec. Set MILEPOST_NATIVE_DIR to a folder on a disk that allows executables, such as /var/lib/milepost-native, or mount this one with exec.`,
    { cause: error },
  )
}

/** Atomically writes each library that is not in `dir` yet. Returns the addon's path. */
export function extractNative({ folder, files, addon }: NativeLibraries, dir: string): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const target = join(dir, folder)
  for (const [name, embedded] of Object.entries(files)) put(embedded, join(target, name))
  removeEarlier(dir, folder)
  return join(target, addon)
}

function put(embedded: string, path: string): void {
  if (existsSync(path) && statSync(path).size === Bun.file(embedded).size) return
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const partial = `${path}.${process.pid}.${performance.now()}`
  // Without the fsync, a power failure may leave a file of the right size but without its content, and the server would
  // no longer start.
  writeFileSync(partial, readFileSync(embedded), { mode: 0o700, flush: true })
  renameSync(partial, path)
}

/** Deletes the libraries of earlier versions. A process that still uses them keeps them mapped. */
function removeEarlier(dir: string, folder: string): void {
  const family = folder.slice(0, folder.lastIndexOf('-') + 1)
  for (const name of readdirSync(dir))
    if (name.startsWith(family) && name !== folder)
      rmSync(join(dir, name), { recursive: true, force: true })
}
