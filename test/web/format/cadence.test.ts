import { expect, test } from 'bun:test'
import sports from '@/reference/sports.json'
import { countsSteps } from '@/reference/steps'

test('cadence is counted in steps in the sports of which the catalogue says so', () => {
  const said = sports.sports.filter(({ cadence }) => cadence === 'spm').map(({ id }) => id)
  expect(said).not.toBeEmpty()
  expect(sports.sports.map(({ id }) => id).filter(countsSteps)).toEqual(said)
})
