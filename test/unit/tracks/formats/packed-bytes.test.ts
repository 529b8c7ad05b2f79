import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { readPacked } from '@/domain/tracks/formats/zip/packed-bytes'
import { openZip, type ZipArchive, type ZipEntry, ZipError } from '@/domain/tracks/formats/zip/zip'
import { newFolder } from '../../../support/folder'
import { runs } from '../../../support/properties'
import { type ZipMember, zipBytes } from '../../../support/tracks/zip'

const LIMIT = 1024 * 1024
const path = join(newFolder(), 'a.zip')

/** The bytes of an entry as hexadecimal digits, or the error message. */
async function outcomeOf(read: () => Promise<Uint8Array> | Uint8Array): Promise<string> {
  try {
    return Buffer.from(await read()).toString('hex')
  } catch (error) {
    if (error instanceof ZipError) return error.problem
    throw error
  }
}

function readThere(archive: ZipArchive, entry: ZipEntry): Uint8Array {
  const place = archive.locate(entry, LIMIT)
  if (place === undefined) throw new Error('the archive is on disk')
  return readPacked(place).bytes
}

/** The outcome of reading each entry through the archive and directly at its offset. */
async function outcomes(bytes: Uint8Array): Promise<[itself: string, there: string][]> {
  writeFileSync(path, bytes)
  const archive = await openZip(path, 100)
  try {
    const found: [string, string][] = []
    for (const entry of archive.entries)
      found.push([
        await outcomeOf(() => archive.read(entry, LIMIT)),
        await outcomeOf(() => readThere(archive, entry)),
      ])
    return found
  } finally {
    archive.close()
  }
}

const members: ZipMember[] = [
  { name: 'packed.gpx', content: 'packed '.repeat(300) },
  { name: 'stored.gpx', content: 'stored', stored: true },
  { name: 'empty.gpx', content: '' },
]

describe('an archive entry read directly at its offset', () => {
  test('equals the entry read through the archive', async () => {
    const found = await outcomes(zipBytes(members))
    expect(found.map(([, there]) => Buffer.from(there, 'hex').toString())).toEqual([
      ...['packed '.repeat(300), 'stored', ''],
    ])
    for (const [itself, there] of found) expect(there).toBe(itself)
  })

  test.each([
    ['a wrong checksum', { checksum: 1 }, 'unreadable'],
    ['encryption', { encrypted: true }, 'unreadable'],
    ['less data than declared', { size: 9000 }, 'unreadable'],
    ['more data than declared', { size: 9 }, 'unreadable'],
    ['a size that the data cannot have', { size: 2 ** 19 }, 'unsafe'],
    ['a size beyond the limit', { size: LIMIT + 1 }, 'tooLarge'],
  ])('is rejected for %s', async (_, lie, problem) => {
    const [found] = await outcomes(
      zipBytes([{ name: 'a.gpx', content: 'packed '.repeat(300), ...lie }]),
    )
    expect(found).toEqual([problem, problem])
  })

  test('is rejected when the archive has become shorter', async () => {
    const bytes = zipBytes(members)
    writeFileSync(path, bytes)
    const archive = await openZip(path, 100)
    const [entry] = archive.entries
    if (entry === undefined) throw new Error('there is an entry')
    for (const length of [50, 20, 0]) {
      writeFileSync(path, bytes.subarray(0, length))
      expect(await outcomeOf(() => readThere(archive, entry))).toBe('unreadable')
    }
    archive.close()
  })

  test('is not supported for an archive in memory', async () => {
    const archive = await openZip(zipBytes(members), 100)
    const [entry] = archive.entries
    expect(entry && archive.locate(entry, LIMIT)).toBeUndefined()
  })

  test('gives the same result as the archive, whatever is damaged', async () => {
    const bytes = zipBytes(members)
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const damaged = bytes.slice()
        for (const [position, value] of changes) damaged[position] = value
        const found = await outcomes(damaged).catch((error) => {
          if (error instanceof ZipError) return []
          throw error
        })
        for (const [itself, there] of found) expect(there).toBe(itself)
      }),
      runs(500),
    )
  })
})
