import { expect, test } from 'bun:test'
import { isStandardDistance } from '@/domain/reference/standard-distances'

test('distances of best efforts suit the sport', () => {
  const [cycling, running, swimming] = [1, 5, 16]
  const all = [400, 1000, 5000, 21_097.5, 42_195, 100_000]
  const ofSport = (sportId: number) => all.filter((metres) => isStandardDistance(sportId, metres))
  expect(ofSport(running)).toEqual(all)
  expect(ofSport(cycling)).toEqual([1000, 5000, 100_000])
  expect(ofSport(swimming)).toEqual([400, 1000, 5000])
})
