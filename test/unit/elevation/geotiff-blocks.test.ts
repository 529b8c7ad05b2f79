import { expect, test } from 'bun:test'
import { BlockCache } from '@/services/elevation/geotiff'

/** The cache has space for two of these blocks, but not for three. */
const block = () => Object.assign([], { byteLength: 20 * 1024 * 1024 })

test('a block that is read twice at once counts once, so that other blocks fit in the cache', async () => {
  const blocks = new BlockCache()
  const reads: string[] = []
  const get = (key: string) =>
    blocks.get(key, async () => {
      reads.push(key)
      return block()
    })
  await Promise.all([get('a'), get('a')])
  await get('b')
  await get('a')
  await get('b')
  expect(reads).toEqual(['a', 'a', 'b'])
  await get('c')
  await get('b')
  expect(reads).toEqual(['a', 'a', 'b', 'c'])
  await get('a')
  expect(reads).toEqual(['a', 'a', 'b', 'c', 'a'])
})
