import { expect, test } from 'bun:test'
import { objectTextsIn, openIndexed } from '@/use-cases/imports/services/streamed-json'

/** The objects of a list whose bytes arrive in chunks of `size`. */
async function read(text: string, size: number): Promise<string[]> {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  return Array.fromAsync(objectTextsIn(chunks()))
}

const OBJECTS = [
  { a: 1, nested: { b: [{ c: 2 }] } },
  { text: 'braces } { and "quotes" and \\ backslashes \\"', wide: 'Łódź 泳 🏊' },
  {},
]

test.each([1, 2, 3, 7, 1000])('objects are found when chunks have %i bytes', async (size) => {
  const texts = await read(JSON.stringify(OBJECTS), size)
  expect(texts.map((text) => JSON.parse(text))).toEqual(OBJECTS)
})

test('an object without an end is returned as it is', async () => {
  expect(await read('[{"a":1},{"b":', 4)).toEqual(['{"a":1}', '{"b":'])
})

test('a document without objects has none', async () => {
  expect(await read('', 4)).toEqual([])
  expect(await read('[1,"{"]', 4)).toEqual([])
})

test('an object of more than 32 MiB is refused', async () => {
  expect(read(`[{"a":"${'x'.repeat(33 * 1024 * 1024)}`, 1024 * 1024)).rejects.toThrow('too long')
})

test('items read in order take one pass, and going back starts another', async () => {
  let passes = 0
  const at = openIndexed(async function* () {
    passes += 1
    yield* ['a', 'b', 'c']
  })
  expect(await Promise.all([at(0), at(1), at(2)])).toEqual(['a', 'b', 'c'])
  expect(passes).toBe(1)
  expect([await at(1), await at(5)]).toEqual(['b', undefined])
  expect(passes).toBe(2)
})
