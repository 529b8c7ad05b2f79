/** Why a backup cannot be made, read or restored; the message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Where things lie in a backup. */
export const DATABASE = 'milepost.db'
export const SECRET_KEY = 'secret.key'
export const UPLOADS = 'uploads'
export const MANIFEST = 'manifest.json'

/** A file of a backup. */
export interface BackedUpFile {
  /** In the backup, with forward slashes. */
  path: string
  /** Bytes. */
  size: number
  /** Of the content, hexadecimal. */
  sha256: string
  /** When the content was written, milliseconds since the Unix epoch. */
  modifiedAt: number
}

/** What a backup holds. */
export interface Manifest {
  format: 'milepost-backup'
  version: 1
  /** ISO 8601, UTC. */
  createdAt: string
  /** Version of the program that made it. */
  server: string
  counts: { users: number; workouts: number }
  files: BackedUpFile[]
  /** Files that rows name and that were gone already when the backup was made. */
  missing: string[]
}

/** @throws BackupError for anything but a manifest of this format. */
export function parseManifest(text: string): Manifest {
  try {
    const manifest: Manifest = JSON.parse(text)
    if (manifest.format === 'milepost-backup' && manifest.version === 1) return checked(manifest)
  } catch (cause) {
    throw new BackupError('The manifest of the backup cannot be read: it is damaged.', { cause })
  }
  throw new BackupError('This is no backup of Milepost, or one of a newer release.')
}

/** Paths of a manifest lead to places inside a data folder only, and the database is among them. */
function checked(manifest: Manifest): Manifest {
  const paths = manifest.files.map(({ path }) => path)
  const isKnown = (path: string) =>
    path === DATABASE || path === SECRET_KEY || /^uploads\/(?!\.\.?(\/|$))/.test(path)
  const wrong = paths.find((path) => !isKnown(path) || path.split('/').includes('..'))
  if (wrong !== undefined) throw new BackupError(`The backup holds '${wrong}', which is unknown.`)
  databaseOf(manifest)
  return manifest
}

/** @throws BackupError when there is none. */
export function databaseOf({ files }: Manifest): BackedUpFile {
  const database = files.find(({ path }) => path === DATABASE)
  if (!database) throw new BackupError('The backup holds no database.')
  return database
}
