import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import type { LedgerCopy } from './ledger'

/** The content of a data folder, with the keys of the ledger, and its problems. */
export interface InspectionResult {
  found: Map<string, string>
  problems: string[]
}

export const digest = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 16)

/** Passwords that are known to match a hash, because verification takes long. */
const matched = new Map<string, string>()

/** Opens the database of a data folder as the server would, and reads everything that was ever acknowledged. */
export async function inspect(dataDir: string, expected: LedgerCopy): Promise<InspectionResult> {
  const file = join(dataDir, 'milepost.db')
  if (!existsSync(file)) return { found: new Map(), problems: ['there is no database'] }
  const sqlite = new Database(file)
  try {
    return await read(sqlite, dataDir, expected)
  } catch (error) {
    return { found: new Map(), problems: [`the database cannot be read: ${error}`] }
  } finally {
    sqlite.close()
  }
}

interface WorkoutRow {
  short_id: string
  title: string | null
  original_file: string | null
}

async function read(
  sqlite: Database.Database,
  dataDir: string,
  expected: LedgerCopy,
): Promise<InspectionResult> {
  const problems: string[] = []
  const found = new Map<string, string>()
  const integrity = sqlite.pragma('integrity_check', { simple: true })
  if (integrity !== 'ok') problems.push(`integrity check: ${integrity}`)
  const broken = sqlite.prepare('select count(*) from pragma_foreign_key_check').pluck().get()
  if (broken !== 0) problems.push(`${broken} broken foreign keys`)
  const originals = addWorkouts(found, { sqlite, dataDir, problems })
  const users = sqlite.prepare<[], UserRow>('select username, bio, password_hash from users')
  for (const user of users.all()) {
    found.set(`user ${user.username}`, 'there')
    if (user.bio !== null) found.set(`bio ${user.username}`, user.bio)
    const password = await passwordOf(user, expected)
    if (password !== undefined) found.set(`password ${user.username}`, password)
  }
  const names = sqlite.prepare<[], { name: string }>('select name from personal_tokens')
  for (const { name } of names.all()) found.set(`token ${name}`, 'there')
  const limit = sqlite.prepare('select stats_workouts_limit from app_config').pluck().get()
  found.set('settings', String(limit))
  for (const thing of expected.keys()) {
    const [kind, path = ''] = thing.split(' ')
    if (kind === 'inbox') addInboxFile(found, { dataDir, path, thing, expected, originals })
    if (kind === 'backup') addBackup(found, join(dataDir, 'backups'), path)
  }
  return { found, problems }
}

interface WorkoutSearch {
  sqlite: Database.Database
  dataDir: string
  problems: string[]
}

/** Returns the digests of the recordings of all workouts. */
function addWorkouts(found: Map<string, string>, search: WorkoutSearch): Set<string> {
  const { sqlite, dataDir, problems } = search
  const originals = new Set<string>()
  const workouts = sqlite.prepare<[], WorkoutRow>(
    'select short_id, title, original_file from workouts',
  )
  for (const { short_id, title, original_file } of workouts.all()) {
    const content =
      original_file === null ? 'none' : contentOf(join(dataDir, 'uploads', original_file))
    found.set(`workout ${short_id}`, `${title} ${content}`)
    if (content === undefined) problems.push(`workout ${short_id}: ${original_file} is not whole`)
    else {
      originals.add(content)
      found.set(`recording ${content}`, 'there')
    }
  }
  return originals
}

interface UserRow {
  username: string
  bio: string | null
  password_hash: string
}

async function passwordOf(
  { username, password_hash }: UserRow,
  expected: LedgerCopy,
): Promise<string | undefined> {
  const known = matched.get(password_hash)
  if (known !== undefined) return known
  for (const password of expected.get(`password ${username}`) ?? []) {
    if (password === undefined || !(await Bun.password.verify(password, password_hash))) continue
    matched.set(password_hash, password)
    return password
  }
  return undefined
}

/** The digest of a stored recording, or undefined if it is missing or damaged. */
function contentOf(path: string): string | undefined {
  try {
    const bytes = readFileSync(path)
    return digest(path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  } catch {
    return undefined
  }
}

const INBOX_PLACES = ['', 'done', 'failed']

interface InboxSearch {
  dataDir: string
  /** The user and the path in the inbox. */
  path: string
  thing: string
  expected: LedgerCopy
  /** Digests of the recordings of workouts. */
  originals: ReadonlySet<string>
}

/** A recording that was sent to the inbox is not lost while it is in one of its folders or a workout. */
function addInboxFile(found: Map<string, string>, search: InboxSearch): void {
  const { dataDir, path, thing, expected, originals } = search
  const [user = '', name = ''] = path.split('/')
  const places = INBOX_PLACES.map((place) => contentOf(join(dataDir, 'inbox', user, place, name)))
  const wanted = expected.get(thing) ?? []
  const digests = [...places, ...originals].filter((one) => one !== undefined)
  const here =
    digests.find((one) => wanted.includes(one)) ?? digests.find((one) => places.includes(one))
  if (here !== undefined) found.set(thing, here)
}

/** A backup is valid when its manifest and all contents in it are intact. */
function addBackup(found: Map<string, string>, folder: string, name: string): void {
  try {
    const text = readFileSync(join(folder, name, 'manifest.json'), 'utf8')
    const { files } = JSON.parse(text) as { files: { sha256: string }[] }
    const isWhole = ({ sha256 }: { sha256: string }) => {
      const bytes = readFileSync(join(folder, 'contents', sha256.slice(0, 2), sha256))
      return createHash('sha256').update(bytes).digest('hex') === sha256
    }
    if (files.every(isWhole)) found.set(`backup ${name}`, 'whole')
  } catch {
    // It is missing, and therefore not in the result.
  }
}

/** Stored recordings without a row, which the next start must set aside. */
export function findStrays(dataDir: string): string[] {
  const uploads = join(dataDir, 'uploads', 'workouts')
  if (!existsSync(uploads)) return []
  const sqlite = new Database(join(dataDir, 'milepost.db'))
  const query = `select original_file from workouts where original_file is not null
    union all select map_file from workouts where map_file is not null
    union all select path from kept_originals`
  const known = new Set(sqlite.prepare(query).pluck().all())
  sqlite.close()
  return readdirSync(uploads, { recursive: true })
    .map((name) => `workouts/${name}`)
    .filter((path) => statSync(join(dataDir, 'uploads', path)).isFile() && !known.has(path))
}
