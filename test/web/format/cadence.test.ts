import { expect, test } from 'bun:test'
import sports from '@/domain/reference/sports.json'
import { countsSteps } from '@/domain/reference/sports-with-steps'

test('cadence is in steps per minute for the sports that the catalogue marks so', () => {
  const said = sports.sports.filter(({ cadence }) => cadence === 'spm').map(({ id }) => id)
  expect(said).not.toBeEmpty()
  expect(sports.sports.map(({ id }) => id).filter(countsSteps)).toEqual(said)
})
