import { beforeEach, describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import {
  openZip,
  type ZipArchive,
  ZipError,
  type ZipProblem,
} from '@/domain/tracks/formats/zip/zip'
import { newTestFolder } from '../../../support/folder'
import { runs } from '../../../support/properties'
import { type ZipMember, zipBytes } from '../../../support/tracks/zip'

const MEBIBYTE = 1024 * 1024
const decoder = new TextDecoder()

async function problemOf(action: () => Promise<unknown>): Promise<ZipProblem | 'none'> {
  try {
    await action()
    return 'none'
  } catch (error) {
    if (error instanceof ZipError) return error.problem
    throw error
  }
}

/** The error when an archive is opened and all its entries are read, if any. */
async function problemOfAll(bytes: Uint8Array | string, maxBytes = MEBIBYTE) {
  return await problemOf(async () => {
    const archive = await openZip(bytes, 100)
    try {
      for (const entry of archive.entries) await archive.read(entry, maxBytes)
    } finally {
      archive.close()
    }
  })
}

async function textsOf(archive: ZipArchive): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const entry of archive.entries)
    texts[entry.name] = decoder.decode(await archive.read(entry, MEBIBYTE))
  return texts
}

describe('openZip', () => {
  const members: ZipMember[] = [
    { name: 'b.txt', content: 'packed '.repeat(100) },
    { name: 'folder/', content: '' },
    { name: 'folder/a.txt', content: 'stored', stored: true },
    { name: 'caf\u00e9\\empty.txt', content: '' },
  ]

  test('lists files without folders, in the order of the directory', async () => {
    const archive = await openZip(zipBytes(members), 4)
    expect(archive.entries.map(({ size }) => size)).toEqual([700, 6, 0])
    expect(archive.entries.map(({ name }) => name).slice(0, 2)).toEqual(['b.txt', 'folder/a.txt'])
    archive.close()
  })

  test('reads compressed and stored files', async () => {
    const texts = await textsOf(await openZip(zipBytes(members), 4))
    expect(Object.values(texts)).toEqual(['packed '.repeat(100), 'stored', ''])
  })

  test('reads from a view into a larger buffer', async () => {
    const bytes = zipBytes(members)
    const larger = new Uint8Array(bytes.length + 20).fill(7)
    larger.set(bytes, 10)
    const view = larger.subarray(10, 10 + bytes.length)
    expect((await openZip(view, 4)).entries).toHaveLength(3)
  })

  test.each([
    ['an empty file', new Uint8Array()],
    ['text', new TextEncoder().encode('no archive at all, but long enough to be one')],
    ['an archive cut at its end', zipBytes(members).slice(0, -4)],
    ['the first half of an archive', zipBytes(members).slice(0, 150)],
  ])('cannot read %s', async (_, bytes) => {
    expect(await problemOfAll(bytes)).toBe('unreadable')
  })

  test('rejects too many entries before it reads them', async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ name: `${index}`, content: '' }))
    expect(await problemOfAll(zipBytes(many))).toBe('tooManyEntries')
    expect(await problemOfAll(zipBytes(many.slice(1)))).toBe('none')
  })

  test.each([
    '../up.txt',
    'a/../../up.txt',
    '/absolute.txt',
    'C:/drive.txt',
    '..\\up.txt',
    '\\up.txt',
  ])('rejects an archive with the name %p in it', async (name) => {
    const fine = { name: 'fine.txt', content: 'x' }
    expect(await problemOfAll(zipBytes([fine, { name, content: 'x' }]))).toBe('unsafe')
  })

  test('rejects entries that share data', async () => {
    const bomb: ZipMember[] = [
      { name: '0', content: '0'.repeat(100_000) },
      ...Array.from({ length: 9 }, (_, index) => ({
        name: `${index + 1}`,
        content: '0'.repeat(100_000),
        sharesDataOf: 0,
      })),
    ]
    expect(await problemOfAll(zipBytes(bomb))).toBe('unsafe')
  })

  test('does not read encrypted entries', async () => {
    const secret = { name: 'a.txt', content: 'secret', encrypted: true }
    expect(await problemOfAll(zipBytes([secret]))).toBe('unreadable')
  })

  test('rejects an entry with a declared size above the limit', async () => {
    const bytes = zipBytes([{ name: 'a.txt', content: new Uint8Array(MEBIBYTE + 1) }])
    expect(await problemOfAll(bytes)).toBe('tooLarge')
  })

  test.each([1, 1000, 10 * MEBIBYTE - 1])(
    'stops unpacking at the limit when the declared size is a false %p',
    async (size) => {
      const content = new Uint8Array(10 * MEBIBYTE)
      const problem = await problemOfAll(zipBytes([{ name: 'bomb', content, size }]), 64 * MEBIBYTE)
      expect(problem).toBe('unreadable')
    },
  )

  test('does not allocate memory for a size that the data cannot have', async () => {
    const liar = { name: 'a.txt', content: 'small', size: 2 ** 31 }
    expect(await problemOfAll(zipBytes([liar]), 2 ** 32)).toBe('unsafe')
  })

  test.each([true, false])(
    'verifies checksums (stored without compression: %p)',
    async (stored) => {
      const wrong = { name: 'a.txt', content: 'content', stored, checksum: 1 }
      expect(await problemOfAll(zipBytes([wrong]))).toBe('unreadable')
    },
  )

  test('detects one flipped bit in stored data', async () => {
    const bytes = zipBytes([{ name: 'a.txt', content: 'content', stored: true }])
    const at = bytes.indexOf('c'.charCodeAt(0), 35)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    expect(await problemOfAll(bytes)).toBe('unreadable')
  })

  test('rejects entries of other archives', async () => {
    const [first, second] = await Promise.all([
      openZip(zipBytes(members), 4),
      openZip(zipBytes(members), 4),
    ])
    const entry = second.entries[0]
    if (entry === undefined) throw new Error('there is an entry')
    expect(await problemOf(() => first.read(entry, MEBIBYTE))).toBe('unreadable')
  })

  test('throws a ZipError or returns the correct content, whatever is damaged', async () => {
    const bytes = zipBytes(members)
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(bytes.length), async (changes, length) => {
        const damaged = bytes.slice(0, changes.length === 0 ? length : bytes.length)
        for (const [position, value] of changes) damaged[position] = value
        await problemOfAll(damaged)
      }),
      runs(300),
    )
  })
})

describe('openZip with a file', () => {
  let folder = ''
  beforeEach(() => {
    folder = newTestFolder()
  })

  test('reads an archive by its path', async () => {
    const path = join(folder, 'a.zip')
    await writeFile(path, zipBytes([{ name: 'a.txt', content: 'on disk' }]))
    const archive = await openZip(path, 10)
    expect(await textsOf(archive)).toEqual({ 'a.txt': 'on disk' })
    archive.close()
  })

  test('cannot read a missing file', async () => {
    expect(await problemOfAll(join(folder, 'none.zip'))).toBe('unreadable')
  })
})
