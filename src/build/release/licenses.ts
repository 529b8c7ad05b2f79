import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { inProject, writeAtomically } from '@/build/project'

/** A package that the executable contains, with the notices that its licence requires us to include. */
export interface Notice {
  name: string
  version: string
  license: string
  text: string
}

interface PackageJson {
  name: string
  version: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const LICENSES = inProject('src', 'domain', 'reference', 'licenses.gen.json')
/** Packages from whose data tables in the executable were generated. */
export const SOURCES_OF_DATA = ['@zxcvbn-ts/language-common']
const NOTICE_FILE = /^(licen[cs]e|copying|notice)(\.|-|$)/i

/** The notice of Bun, which is embedded but is not a package with a licence file. */
const BUN: Omit<Notice, 'version'> = {
  name: 'bun',
  license: 'MIT AND LGPL-2.1-only',
  text: [
    'Bun is MIT-licensed, copyright Jarred Sumner and contributors. It statically links JavaScriptCore',
    '(LGPL-2.1) and further libraries; the list, the sources and how to relink are at',
    'https://bun.com/docs/project/license.',
  ].join(' '),
}

const readPackage = (folder: string): PackageJson =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Finds the folder of a package as Node resolves it from the folder `from`. */
function findFolder(name: string, from: string): string | undefined {
  for (let folder = from; folder.startsWith(inProject()); folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
  }
  return undefined
}

function notice(folder: string): Notice {
  const { name, version, license } = readPackage(folder)
  const names = readdirSync(folder).filter((file) => NOTICE_FILE.test(file))
  // The prebuilt libvips lists the licences of what it contains in its README only.
  const files = names.length > 0 || !name.includes('libvips') ? names : ['README.md']
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const text = texts.join('\n\n') || `Licensed under ${license} by its authors.`
  return { name, version, license: license ?? 'see text', text }
}

/** Collects the notices of all direct and indirect run-time dependencies, sorted by name. */
export function collectNotices(): Notice[] {
  const found = new Map<string, Notice>()
  const visit = (folder: string) => {
    if (found.has(folder)) return
    if (folder !== inProject()) found.set(folder, notice(folder))
    const { dependencies, optionalDependencies } = readPackage(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = findFolder(name, folder)
      if (next) visit(next)
    }
  }
  visit(inProject())
  for (const name of SOURCES_OF_DATA) {
    const folder = findFolder(name, inProject())
    if (folder) found.set(folder, notice(folder))
  }
  return [{ ...BUN, version: Bun.version }, ...found.values()].sort((a, b) =>
    `${a.name} ${a.version}`.localeCompare(`${b.name} ${b.version}`),
  )
}

/**
 * Writes the third-party notices for the executable: `src/domain/reference/licenses.gen.json`. They are compressed,
 * because the texts would be a quarter of a megabyte of the executable.
 */
export function writeLicenses(): void {
  const _source = 'generated from the packages by src/build/release/licenses.ts'
  const brotli = brotliCompressSync(JSON.stringify(collectNotices())).toString('base64')
  writeAtomically(LICENSES, `${JSON.stringify({ _source, brotli }, null, 1)}\n`)
}
