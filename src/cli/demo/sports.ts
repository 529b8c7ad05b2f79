import type { Surface } from './route'

/** Simulation parameters of a sport. Speed is in km/h on level ground, heart rate and cadence are per minute. */
export interface Manner {
  sportId: number
  surface: Surface
  speed: number
  /** How strongly the gradient changes speed and effort. */
  slope: number
  /** Factor for the height of the hills. */
  rise: number
  heart: [rest: number, top: number]
  cadence?: number
  watts?: number
  /** Seconds between two points. */
  step: number
}

/** Simulation parameters by the name that plans use for the sport. */
export const MANNERS = {
  ride: {
    sportId: 1,
    surface: 'road',
    speed: 27.5,
    slope: 7,
    rise: 0.7,
    heart: [104, 172],
    cadence: 86,
    watts: 195,
    step: 4,
  },
  commute: {
    sportId: 2,
    surface: 'road',
    speed: 19.5,
    slope: 5,
    rise: 0.25,
    heart: [92, 138],
    step: 4,
  },
  hike: {
    sportId: 3,
    surface: 'trail',
    speed: 4.6,
    slope: 1.7,
    rise: 2.1,
    heart: [88, 148],
    step: 8,
  },
  mtb: {
    sportId: 4,
    surface: 'trail',
    speed: 17.5,
    slope: 5.5,
    rise: 1.2,
    heart: [108, 176],
    cadence: 76,
    step: 4,
  },
  run: {
    sportId: 5,
    surface: 'road',
    speed: 11.4,
    slope: 3,
    rise: 0.3,
    heart: [118, 176],
    cadence: 84,
    step: 3,
  },
  walk: {
    sportId: 6,
    surface: 'road',
    speed: 5.3,
    slope: 1.6,
    rise: 0.3,
    heart: [78, 112],
    step: 8,
  },
  trail: {
    sportId: 8,
    surface: 'trail',
    speed: 9.4,
    slope: 3.2,
    rise: 1.5,
    heart: [122, 178],
    cadence: 80,
    step: 3,
  },
  crossCountry: {
    sportId: 10,
    surface: 'trail',
    speed: 13.5,
    slope: 4,
    rise: 0.8,
    heart: [116, 174],
    step: 4,
  },
  trekking: {
    sportId: 17,
    surface: 'road',
    speed: 21,
    slope: 6,
    rise: 0.6,
    heart: [96, 152],
    cadence: 78,
    step: 5,
  },
  openWater: {
    sportId: 16,
    surface: 'water',
    speed: 2.7,
    slope: 0,
    rise: 0,
    heart: [112, 158],
    step: 5,
  },
} as const satisfies Record<string, Manner>

export type Discipline = keyof typeof MANNERS
