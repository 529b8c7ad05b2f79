import { Failure, type FailureKind } from '@/lib/failure'

/** A backup cannot be created, read or restored. The message says what to do. */
export class BackupError extends Failure {
  override name = 'BackupError'

  constructor(message: string, options: ErrorOptions & { kind?: FailureKind } = {}) {
    super(options.kind ?? 'failed', message, options)
  }
}

/** Paths in a backup. */
export const DATABASE = 'milepost.db'
export const SECRET_KEY = 'secret.key'
export const UPLOADS = 'uploads'
export const MANIFEST = 'manifest.json'

/** A file in a backup. */
export interface BackedUpFile {
  /** Path in the backup, with forward slashes. */
  path: string
  /** Size in bytes. */
  size: number
  /** SHA-256 of the content, hexadecimal. */
  sha256: string
  /** Modification time, milliseconds since the Unix epoch. */
  modifiedAt: number
}

/** The list of a backup's contents. */
export interface Manifest {
  format: 'milepost-backup'
  version: 1
  /** ISO 8601, UTC. */
  createdAt: string
  /** Version of the server that created it. */
  server: string
  counts: { users: number; workouts: number }
  files: BackedUpFile[]
  /** Files that the database refers to but that did not exist when the backup was created. */
  missing: string[]
}

/** Parses a manifest. @throws BackupError for any other text or format. */
export function parseManifest(text: string): Manifest {
  try {
    const manifest: Manifest = JSON.parse(text)
    if (manifest.format === 'milepost-backup' && manifest.version === 1) return checked(manifest)
  } catch (cause) {
    throw new BackupError('The manifest of the backup cannot be read: it is damaged.', { cause })
  }
  throw new BackupError('This is not a Milepost backup, or it was made by a newer release.')
}

/** Checks that all paths stay inside the data folder, and that there is a database. */
function checked(manifest: Manifest): Manifest {
  const paths = manifest.files.map(({ path }) => path)
  const isKnown = (path: string) =>
    path === DATABASE || path === SECRET_KEY || /^uploads\/(?!\.\.?(\/|$))/.test(path)
  const wrong = paths.find((path) => !isKnown(path) || path.split('/').includes('..'))
  if (wrong !== undefined)
    throw new BackupError(`The backup contains '${wrong}', which is unknown.`)
  databaseOf(manifest)
  return manifest
}

/** Finds the database. @throws BackupError if there is none. */
export function databaseOf({ files }: Manifest): BackedUpFile {
  const database = files.find(({ path }) => path === DATABASE)
  if (!database) throw new BackupError('The backup contains no database.')
  return database
}
