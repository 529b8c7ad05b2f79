import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '@/build/project'
import type { Target } from '@/build/targets'
import type { Notice } from './licenses'

/** A file of native code in the executable. */
export interface NativePart {
  name: string
  /** In hexadecimal digits. */
  sha256: string
  /** Name and version of each library that is linked into it. */
  libraries: [name: string, version: string][]
}

/** Lists the native code in the executable for a target: Bun, SQLite, sharp and libvips with its libraries. */
export function nativeParts({ native, modules, runtime }: Target): NativePart[] {
  const driver = inProject('node_modules', 'better-sqlite3', 'prebuilds', `${native}.node`)
  const sharp = join(modules, '@img', `sharp-${native}`)
  const libvips = join(modules, '@img', `sharp-libvips-${native}`)
  return [
    part(runtime ?? process.execPath, 'bun', [['bun', Bun.version]]),
    part(driver, 'better-sqlite3.node', [['sqlite', sqliteVersion()]]),
    part(onlyFile(join(sharp, 'lib'), '.node'), 'sharp.node', [['sharp', versionOf(sharp)]]),
    part(onlyFile(join(libvips, 'lib'), '.so'), 'libvips-cpp.so', librariesOf(libvips)),
  ]
}

const part = (path: string, name: string, libraries: NativePart['libraries']): NativePart => ({
  name,
  sha256: sha256(readFileSync(path)),
  libraries,
})

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

function onlyFile(folder: string, part: string): string {
  const names = readdirSync(folder).filter((name) => name.includes(part))
  if (names.length !== 1) throw new Error(`${folder} has ${names.length} files named *${part}*.`)
  return join(folder, names.join())
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

const versionOf = (folder: string): string => readJson(join(folder, 'package.json')).version

/** Reads the names and versions of the libraries that the libvips package contains. */
function librariesOf(folder: string): [string, string][] {
  const versions: Record<string, string> = readJson(join(folder, 'versions.json'))
  return Object.entries(versions).map(([name, version]) => [
    name === 'vips' ? 'libvips' : name,
    version,
  ])
}

/** Reads the version of the driver's SQLite, the same on every platform, from the header it was compiled with. */
function sqliteVersion(): string {
  const header = inProject('node_modules', 'better-sqlite3', 'deps', 'sqlite3', 'sqlite3.h')
  const [, version] = /#define SQLITE_VERSION\s+"([\d.]+)"/.exec(readFileSync(header, 'utf8')) ?? []
  if (version === undefined) throw new Error(`${header} does not say which SQLite it is of.`)
  return version
}

/** Notices of the packages for this machine, with those for `target` instead of the host's native ones. */
export const noticesFor = (target: Target, notices: readonly Notice[]): Notice[] =>
  notices.map((notice) => {
    const name = notice.name.replace(
      /^(@img\/sharp(?:-libvips)?)-linux(?:musl)?-\w+$/,
      `$1-${target.native}`,
    )
    return name === notice.name
      ? notice
      : { ...notice, name, version: versionOf(join(target.modules, name)) }
  })

/** SHA-512 of every package in `bun.lock`, in hexadecimal digits, by name and version. */
export function lockedHashes(): Map<string, string> {
  const lines = readFileSync(inProject('bun.lock'), 'utf8').split('\n')
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, key = '', hash = ''] =
        /^ {4}"[^"]+": \["([^"]+)".*"sha512-([\w+/=]+)"\],?$/.exec(line) ?? []
      return key === '' ? [] : [[key, Buffer.from(hash, 'base64').toString('hex')]]
    }),
  )
}
