import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { freeBytes, readMappings, releaseMemory } from '@/lib/process/memory'

const SMAPS = `00200000-01a39000 r--p 00000000 fe:00 5367225                            /opt/the app
Size:              24804 kB
Anonymous:             0 kB
VmFlags: rd mr mw me
01a40000-01a50000 r-xp 01838000 fe:00 5367225                            /opt/the app
Anonymous:             8 kB
06867000-06868000 rw-p 0665e000 fe:00 5367225                            /opt/the app
Anonymous:             0 kB
257e2000-259b3000 rw-p 00000000 00:00 0                                  [heap]
Anonymous:          1788 kB
7f6c67600000-7f6c67a00000 rw-p 00000000 00:00 0
Anonymous:          1160 kB
`

/** Resident kilobytes of the mapped files whose path matches. */
function residentOf(end: RegExp): number {
  let [sum, isIt] = [0, false]
  for (const line of readFileSync('/proc/self/smaps', 'utf8').split('\n')) {
    if (/^[0-9a-f]+-/.test(line)) isIt = end.test(line)
    if (isIt) sum += Number(/^Rss: +(\d+) kB/.exec(line)?.[1] ?? 0)
  }
  return sum
}

const LIBRARY = /libvips[^/]*$/

const drawn = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#123456' } })
    .resize(32)
    .png()
    .toBuffer()

describe('releaseMemory', () => {
  test('finds the mapped files in /proc/self/smaps', () => {
    const path = '/opt/the app'
    expect(readMappings(SMAPS)).toEqual([
      { path, start: 0x200000n, size: 0x1839000n, isWritable: false, isChanged: false },
      { path, start: 0x1a40000n, size: 0x10000n, isWritable: false, isChanged: true },
      { path, start: 0x6867000n, size: 0x1000n, isWritable: true, isChanged: false },
    ])
  })

  test('does not affect running code', async () => {
    const texts = Array.from({ length: 1000 }, (_, index) => `text ${index}`)
    for (let round = 0; round < 3; round += 1) releaseMemory()
    expect(texts.map((text) => text.length).reduce((sum, length) => sum + length)).toBe(7890)
    expect(JSON.parse(JSON.stringify({ texts }))).toEqual({ texts })
  })

  test('frees the memory of bytes that are no longer used, unless they may be shared', () => {
    const [large, small, shared] = [
      new Uint8Array(100_000),
      Buffer.from('small'),
      Buffer.from('other'),
    ]
    for (const bytes of [large, small]) freeBytes(bytes)
    expect(large).toHaveLength(0)
    expect([small.toString(), shared.toString()]).toEqual(['small', 'other'])
  })

  test.skipIf(process.platform !== 'linux')(
    'frees pages of libraries, which continue to work',
    async () => {
      const before = await drawn()
      const used = residentOf(LIBRARY)
      releaseMemory()
      expect(residentOf(LIBRARY)).toBeLessThan(used / 2)
      expect(await drawn()).toEqual(before)
    },
  )
})
