import { describe, expect, test } from 'bun:test'
import { giveBackMemory, readMappings } from '@/lib/memory'

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

describe('memory that is given back', () => {
  test('is found in what the system tells of the files in memory', () => {
    const path = '/opt/the app'
    expect(readMappings(SMAPS)).toEqual([
      { path, start: 0x200000n, size: 0x1839000n, isWritable: false, isChanged: false },
      { path, start: 0x1a40000n, size: 0x10000n, isWritable: false, isChanged: true },
      { path, start: 0x6867000n, size: 0x1000n, isWritable: true, isChanged: false },
    ])
  })

  test('is not missed', async () => {
    const texts = Array.from({ length: 1000 }, (_, index) => `text ${index}`)
    for (let round = 0; round < 3; round += 1) await giveBackMemory()
    expect(texts.map((text) => text.length).reduce((sum, length) => sum + length)).toBe(7890)
    expect(JSON.parse(JSON.stringify({ texts }))).toEqual({ texts })
  })
})
