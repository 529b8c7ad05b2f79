import { expect, test } from 'bun:test'
import { decimalIn, smallIntegerIn } from '@/domain/tracks/formats/text/number-bytes'
import { parseDecimalText, parseIntegerText } from '@/domain/tracks/formats/text/number-text'
import { TimeReader } from '@/domain/tracks/formats/text/time-bytes'
import { parseTimeText } from '@/domain/tracks/formats/text/time-text'
import { runs, SEED } from '../../../support/properties'
import { numberText, randomNumbers, timeText } from '../../../support/tracks/mutations'

const ROUNDS = runs(20_000).numRuns

/** Other bytes surround the bytes that are read. */
const BEFORE = '7-'
const AFTER = '9.Z'

/** An ASCII text as bytes, surrounded by others. */
function among(text: string): [bytes: Uint8Array, start: number, end: number] {
  return [Buffer.from(BEFORE + text + AFTER, 'latin1'), BEFORE.length, BEFORE.length + text.length]
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text)

test('numbers parsed from bytes equal those parsed from text, to the last bit', () => {
  const random = randomNumbers(SEED)
  for (let round = 0; round < ROUNDS; round++) {
    const text = numberText(random)
    if (!isAscii(text)) continue
    const found = decimalIn(...among(text))
    if (!Object.is(found, parseDecimalText(text)))
      expect([text, found]).toEqual([text, parseDecimalText(text)])
    if (/^-?\d+(\.\d*)?$/.test(text)) expect(found).toBe(Number(text))
  }
})

test('small integers parsed from bytes equal those parsed from text', () => {
  const random = randomNumbers(SEED)
  for (let round = 0; round < ROUNDS; round++) {
    const text = numberText(random)
    if (!isAscii(text)) continue
    const expected = /^\d{1,15}$/.test(text) ? parseIntegerText(text) : undefined
    expect([text, smallIntegerIn(...among(text))]).toEqual([text, expected])
  }
})

test('times parsed from bytes equal those parsed from text, whatever was parsed before', () => {
  const random = randomNumbers(SEED)
  for (let round = 0; round < ROUNDS; round++) {
    const texts = [timeText(random), timeText(random), timeText(random)]
    const reader = new TimeReader(Buffer.from(texts.join(''), 'latin1'))
    let start = 0
    for (const text of texts) {
      const found = reader.read(start, start + text.length)
      if (!Object.is(found, parseTimeText(text)))
        expect([text, found]).toEqual([text, parseTimeText(text)])
      start += text.length
    }
  }
})
