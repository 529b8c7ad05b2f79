import { expect, test } from 'bun:test'
import { FORM_BANDS, getBandName } from '@/web/screens/training/form-bands'

test.each([
  [-31, 'overreaching'],
  [-30, 'productive'],
  [-10, 'neutral'],
  [0, 'neutral'],
  [5, 'fresh'],
  [20, 'transition'],
] as const)('a training balance of %d is %s', (form, band) => {
  expect(getBandName(form)).toBe(`formBand.${band}`)
})

test('the bands cover every training balance once', () => {
  expect(FORM_BANDS[0]?.from).toBe(-Infinity)
  expect(FORM_BANDS.at(-1)?.to).toBe(Infinity)
  expect(FORM_BANDS.slice(1).map(({ from }) => from)).toEqual(
    FORM_BANDS.slice(0, -1).map(({ to }) => to),
  )
})
