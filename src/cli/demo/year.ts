import { DAY } from '@/lib/time/clock'
import { between, pick, type Random, randomOf } from './random'
import type { Discipline } from './sports'
import type { Place } from './terrain'

/** Workouts without a course: recorded indoors, or entered by hand. */
export type Elsewhere = 'trainer' | 'pool' | 'tennis'

/** A planned workout. */
export interface Plan {
  what: Discipline | Elsewhere
  start: Date
  title: string
  /** Unused for workouts without a course. */
  kilometres: number
  minutes: number
  from: Place
  seed: number
  outAndBack: boolean
  halts: readonly (readonly [share: number, seconds: number])[]
  form: number
  description?: string
  notes?: string
}

const HOLIDAY: Place = { latitude: 46.624, longitude: 8.041 }

const RIDES = [
  'Over the pass and home',
  'Along the river',
  'Vineyards',
  'The long way to cake',
  'Headwind both ways',
  'Schauinsland',
  'Kaiserstuhl loop',
  'Rhine and back',
] as const
const RUNS = [
  'Easy run',
  'Round the lake',
  'Intervals',
  'Before work',
  'Tempo run',
  'Evening run',
] as const
const HIKES = ['Ridge walk', 'To the hut', 'Three summits', 'Through the gorge'] as const
const NOTES = [
  'Left knee felt fine.',
  'New tyres, 4.8 bar.',
  'Drank too little.',
  'Legs heavy, head light.',
] as const

const DESCRIPTION = `The **best day** of the month: fog in the valley, sun above it.

- 06:40 off, lamps on
- coffee at the top
- down the gravel road, *carefully*`

interface Day {
  date: Date
  /** 0 for Sunday. */
  weekday: number
  /** 0 for January. */
  month: number
  random: Random
  home: Place
}

type Entry = Omit<Plan, 'from' | 'seed' | 'outAndBack' | 'halts' | 'form' | 'minutes'> &
  Partial<Plan>

const hour = ({ date }: Day, hours: number): Date => new Date(date.getTime() + hours * 3_600_000)

const isWinter = ({ month }: Day): boolean => month <= 1 || month >= 10
const isSummer = ({ month }: Day): boolean => month >= 5 && month <= 8

function weekend(day: Day): Entry[] {
  const { random, weekday } = day
  const longDay = weekday === 6
  if (isWinter(day) && longDay)
    return [
      {
        what: 'crossCountry',
        start: hour(day, 9.2),
        title: 'Tracks in the snow',
        kilometres: between(random, 14, 28),
      },
    ]
  if (longDay) {
    const kilometres = isSummer(day) ? between(random, 70, 128) : between(random, 45, 80)
    const cafe = between(random, 0.45, 0.62)
    const description = random() < 0.3 ? DESCRIPTION : undefined
    return [
      {
        what: 'ride',
        start: hour(day, between(random, 6.5, 9)),
        title: pick(random, RIDES),
        kilometres,
        halts: [[cafe, between(random, 600, 2400)]],
        ...(description && { description }),
      },
    ]
  }
  if (random() < 0.35)
    return [
      {
        what: 'hike',
        start: hour(day, 9),
        title: pick(random, HIKES),
        kilometres: between(random, 9, 18),
        halts: [[0.5, 1500]],
      },
    ]
  if (random() < 0.4)
    return [
      {
        what: 'mtb',
        start: hour(day, 10),
        title: 'Single trails',
        kilometres: between(random, 18, 34),
      },
    ]
  if (isSummer(day) && random() < 0.5)
    return [{ what: 'tennis', start: hour(day, 16), title: 'Two sets', kilometres: 0, minutes: 75 }]
  return []
}

function weekdays(day: Day): Entry[] {
  const { random, weekday } = day
  const entries: Entry[] = []
  if ([1, 2, 4].includes(weekday) && !isWinter(day) && random() < 0.6)
    entries.push({
      what: 'commute',
      start: hour(day, 7.4),
      title: 'To work',
      kilometres: 6.4,
      seed: 77,
      outAndBack: true,
    })
  if (weekday === 2 || (weekday === 4 && random() < 0.5))
    entries.push({
      what: 'run',
      start: hour(day, 17.6),
      title: pick(random, RUNS),
      kilometres: between(random, 5, 13),
    })
  if (weekday === 3 && isWinter(day))
    entries.push({
      what: 'trainer',
      start: hour(day, 18.5),
      title: 'Trainer',
      kilometres: 0,
      minutes: 50,
    })
  if (weekday === 3 && isSummer(day))
    entries.push({
      what: 'openWater',
      start: hour(day, 18),
      title: 'Across the lake',
      kilometres: between(random, 1.2, 2.6),
    })
  if (weekday === 5 && random() < 0.5)
    entries.push({ what: 'pool', start: hour(day, 7), title: 'Lanes', kilometres: 0, minutes: 40 })
  return entries
}

const HOLIDAY_DAYS: readonly [Discipline, string, number][] = [
  ['hike', 'Up to the glacier', 14.2],
  ['hike', 'Two passes', 19.8],
  ['walk', 'Rest day by the lake', 6.1],
  ['trail', 'Balcony trail', 16.4],
  ['hike', 'The big one', 23.5],
]

function holiday(day: Day, index: number): Entry[] {
  const [what, title, kilometres] = HOLIDAY_DAYS[index] ?? ['walk', 'Stroll', 5]
  return [{ what, start: hour(day, 7.2), title, kilometres, from: HOLIDAY, halts: [[0.48, 2100]] }]
}

function finished(entry: Entry, day: Day): Plan {
  const { random, home } = day
  const notes = random() < 0.15 ? pick(random, NOTES) : undefined
  return {
    from: home,
    seed: Math.floor(random() * 14),
    outAndBack: false,
    halts: [],
    // Improves from month to month and varies from day to day.
    form: 0.95 + day.month * 0.006 + between(random, -0.04, 0.04),
    minutes: 0,
    ...(notes && { notes }),
    ...entry,
  }
}

/** How regularly a user trains, and from where. */
export interface Habit {
  home: Place
  seed: number
  /** Probability that a planned workout takes place. */
  diligence: number
  /** Number of days, including the last one. */
  days: number
}

/** Plans the workouts of the days up to and including `end`, with a cold in March and a mountain holiday in August. */
export function daysUntil(end: Date, { home, seed, diligence, days }: Habit): Plan[] {
  const random = randomOf(seed)
  let holidays = 0
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(Math.floor(end.getTime() / DAY - days + 1 + index) * DAY)
    const day: Day = { date, weekday: date.getUTCDay(), month: date.getUTCMonth(), random, home }
    const [month, dayOfMonth] = [day.month, date.getUTCDate()]
    if (month === 2 && dayOfMonth >= 6 && dayOfMonth <= 18) return []
    const away = diligence === 1 && month === 7 && dayOfMonth >= 9 && dayOfMonth <= 13
    if (away) return holiday(day, holidays++).map((entry) => finished(entry, day))
    const entries = [0, 6].includes(day.weekday) ? weekend(day) : weekdays(day)
    return entries.filter(() => random() < diligence).map((entry) => finished(entry, day))
  }).flat()
}
