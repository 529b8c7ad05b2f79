import { describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PageCache } from '@/lib/page-cache'
import { sync } from '@/lib/sync'
import { newTestFolder } from '../../support/folder'
import { cachedBytes, evictsFiles } from '../../support/page-cache'

async function writtenFile(): Promise<string> {
  const path = join(newTestFolder(), 'file')
  writeFileSync(path, 'milepost '.repeat(100_000))
  await sync(path)
  return path
}

describe('evicting files from memory', () => {
  test.skipIf(!evictsFiles())('has the system forget what it keeps of them', async () => {
    const [evicted, kept] = [await writtenFile(), await writtenFile()]
    expect(cachedBytes([evicted])).toBeGreaterThan(800_000)
    await new PageCache().evict([evicted])
    expect(cachedBytes([evicted])).toBe(0)
    expect(cachedBytes([kept])).toBeGreaterThan(800_000)
  })

  test('loses nothing of them, nor of those behind one that is gone', async () => {
    const path = await writtenFile()
    const cache = new PageCache()
    await cache.evict([`${path}.gone`, path])
    await cache.evict([path])
    expect(readFileSync(path, 'utf8')).toBe('milepost '.repeat(100_000))
  })
})
