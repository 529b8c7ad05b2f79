import { expect, test } from 'bun:test'
import { decimalIn, smallIntegerIn } from '@/tracks/formats/number-bytes'
import { parseDecimalText, parseIntegerText } from '@/tracks/formats/number-text'
import { TimeReader } from '@/tracks/formats/time-bytes'
import { parseTimeText } from '@/tracks/formats/time-text'
import { runs, SEED } from '../../../support/properties'
import { numberText, randomNumbers, timeText } from '../../../support/tracks/mutations'

const ROUNDS = runs(20_000).numRuns

/** Other bytes stand around what is read. */
const BEFORE = '7-'
const AFTER = '9.Z'

/** A text of ASCII characters as bytes among others. */
function among(text: string): [bytes: Uint8Array, start: number, end: number] {
  return [Buffer.from(BEFORE + text + AFTER, 'latin1'), BEFORE.length, BEFORE.length + text.length]
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text)

test('numbers read from bytes are those read from the text, to the last bit', () => {
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

test('small integers read from bytes are those read from the text', () => {
  const random = randomNumbers(SEED)
  for (let round = 0; round < ROUNDS; round++) {
    const text = numberText(random)
    if (!isAscii(text)) continue
    const expected = /^\d{1,9}$/.test(text) ? parseIntegerText(text) : undefined
    expect([text, smallIntegerIn(...among(text))]).toEqual([text, expected])
  }
})

test('times read from bytes are those read from the text, whatever was read before', () => {
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
