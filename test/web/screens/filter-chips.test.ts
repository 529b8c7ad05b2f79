import { expect, test } from 'bun:test'
import type { ListSearch } from '@/web/api/workouts/workout-filters'
import { listChips } from '@/web/screens/workouts/filters/filter-chips'

const PREFERENCES = {
  units: 'metric',
  locale: 'en',
  dateFormat: 'dd/MM/yyyy',
  timeZone: 'Pacific/Auckland',
  language: 'en',
  showAscent: true,
} as const

const textsOf = (search: ListSearch, units: 'metric' | 'imperial' = 'metric') =>
  listChips(search, {
    names: { sport: (id) => (id === '5' ? 'Running' : undefined), equipment: () => 'Old faithful' },
    preferences: { ...PREFERENCES, units },
  }).map(({ text }) => text)

test('every filter has a text', () => {
  expect(
    textsOf({
      title: 'pass',
      sport_id: '5',
      equipment_id: 'x',
      workout_visibility: 'private',
      from: '2026-01-01',
      to: '2026-05-31',
      distance_from: '10',
      duration_to: '01:30',
      max_speed_from: '30',
      ave_pace_from: '4:00',
      ave_pace_to: '5:30',
      coordinates: '47,9',
      place: 'Konstanz',
      order: 'asc',
      view: 'map',
    }),
  ).toEqual([
    'Title: “pass”',
    'Running',
    'Old faithful',
    'Only me',
    '01/01/2026 – 31/05/2026',
    'Distance from 10 km',
    'Moving time up to 1:30 h',
    'Maximum speed from 30 km/h',
    'Average pace 4:00 /km – 5:30 /km',
    'Within 10 km of Konstanz',
  ])
})

test('filters are shown in the units of the reader', () => {
  const search = {
    distance_to: '16.09344',
    max_pace_from: '5:00',
    coordinates: '47,9',
    radius: '8.04672',
  }
  expect(textsOf(search, 'imperial')).toEqual([
    'Distance up to 10 mi',
    'Best pace from 8:03 /mi',
    'Within 5 mi of 47,9',
  ])
  const swims = { sport_id: '16', distance_from: '2', ave_speed_from: '3', ave_speed_to: '3.6' }
  expect(textsOf(swims).slice(1)).toEqual([
    'Distance from 2000 m',
    'Average pace 1:40 /100 m – 2:00 /100 m',
  ])
  expect(textsOf({ equipment_id: 'none' })).toEqual(['Without equipment'])
})

test('removing a chip removes all its filters', () => {
  const search = { from: '2026-01-01', coordinates: '47,9', radius: '5' }
  const chips = listChips(search, {
    names: { sport: () => undefined, equipment: () => undefined },
    preferences: PREFERENCES,
  })
  expect(chips.map(({ names }) => names)).toEqual([
    ['from', 'to'],
    ['coordinates', 'radius', 'place'],
  ])
})
