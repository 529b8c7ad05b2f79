import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { inProject } from '@/build/project'
import { collectNotices } from '@/build/release/licenses'
import { lockedHashes, nativeParts, noticesFor } from '@/build/release/native-parts'
import { bom } from '@/build/release/sbom'
import { hostTarget, prepareTarget } from '@/build/targets'
import { openDatabase } from '@/store/db/connections/open'

const notices = collectNotices()
const target = prepareTarget(hostTarget())
const made = bom(
  {
    ...{ version: '0.2.0', target: target.name, timestamp: '2026-12-01T00:00:00.000Z' },
    sha256: 'ab'.repeat(32),
  },
  {
    packages: noticesFor(target, notices),
    integrity: lockedHashes(),
    natives: nativeParts(target),
  },
)
const libraries = made.components.filter(({ type }) => type === 'library')
const files = made.components.filter(({ type }) => type === 'file')

describe('the bill of materials', () => {
  test('contains every package with its version, licence, URL and hash', () => {
    expect(libraries).toHaveLength(notices.length)
    for (const { name, purl, licenses, hashes } of libraries) {
      expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.%+-]+$/)
      expect(licenses).toHaveLength(1)
      // Bun is not one of our packages: its file has a hash.
      if (name !== 'bun') expect(hashes?.[0]?.content).toMatch(/^[\da-f]{128}$/)
    }
    expect(libraries.map(({ name }) => name)).toContain('kysely')
  })

  test('contains Bun, SQLite, libvips and its libraries, with the hashes of their files', async () => {
    for (const { hashes } of files) expect(hashes?.[0]?.content).toMatch(/^[\da-f]{64}$/)
    const inside = new Map(
      files.flatMap(({ components = [] }) =>
        components.map(({ name, version }) => [name, version]),
      ),
    )
    const { sqlite, db } = openDatabase(':memory:')
    const row = sqlite.prepare<[], { version: string }>('select sqlite_version() as version').get()
    await db.destroy()
    expect(inside.get('sqlite')).toBe(row?.version ?? '')
    expect(inside.get('bun')).toBe(Bun.version)
    const versions = JSON.parse(
      readFileSync(
        inProject('node_modules', '@img', `sharp-libvips-${target.native}`, 'versions.json'),
        'utf8',
      ),
    )
    expect(inside.get('libvips')).toBe(versions.vips)
    for (const name of ['webp', 'heif', 'png', 'tiff', 'xml2'])
      expect(inside.get(name)).toBe(versions[name])
  })

  test('refers to each of its parts once, and to nothing else', () => {
    const refs = [
      ...made.components,
      ...made.components.flatMap(({ components = [] }) => components),
    ].map((component) => component['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    const named = made.dependencies.map(({ ref }) => ref)
    expect(named.toSorted()).toEqual(['milepost', ...refs].toSorted())
    for (const one of made.dependencies)
      for (const ref of 'dependsOn' in one ? one.dependsOn : []) expect(refs).toContain(ref)
    expect(made.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  })

  test('specifies the platform and the executable', () => {
    expect(made.metadata.component).toMatchObject({
      name: `milepost-${target.name}`,
      hashes: [{ alg: 'SHA-256', content: 'ab'.repeat(32) }],
    })
    const other = { ...target, native: 'linux-none' }
    const own = notices.filter(({ name }) => !name.startsWith('@img/sharp-'))
    expect(noticesFor(other, own)).toEqual(own)
  })
})
