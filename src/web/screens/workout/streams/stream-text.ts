import { METRES_PER_KM } from '@/domain/reference/lengths'
import type { Analysis } from '@/web/api/workouts/efforts'
import { toDistance, toHeight, toSpeed, type UnitSystem } from '@/web/format/units'
import { t } from '@/web/i18n/text'
import { STREAM_NAMES } from './stream-names'

/** Identifies a stream and its unit. */
export type StreamName = Analysis['streams'][number]

/** A key that identifies a stream. */
export const streamKey = ({ name, unit, own }: StreamName): string => `${own} ${name} ${unit}`

/** The translated name of a stream; names given by developer apps are not translated. */
export function streamLabel({ name, own }: StreamName): string {
  const key = own ? undefined : STREAM_NAMES[name]
  return key ? t(key) : name
}

/** The unit in which values are shown, and their conversion. */
interface Shown {
  unit: string
  convert: (value: number) => number
}

const KMH_PER_MS = 3.6
const FAHRENHEIT = { factor: 1.8, zero: 32 }

const inMiles = (units: UnitSystem): string => t(units === 'metric' ? 'unit.km' : 'unit.mi')

/** Streams that are always converted to another unit. */
const BY_NAME: Readonly<Record<string, (units: UnitSystem) => Shown>> = {
  distance: (units) => ({
    unit: inMiles(units),
    convert: (metres) => toDistance(metres / METRES_PER_KM, units),
  }),
  speed: (units) => ({
    unit: t(units === 'metric' ? 'unit.kmh' : 'unit.mph'),
    convert: (speed) => toSpeed(speed * KMH_PER_MS, units),
  }),
}

/** Units that are converted for readers with imperial units. */
const IMPERIAL: Readonly<Record<string, () => Shown>> = {
  '°C': () => ({
    unit: '°F',
    convert: (celsius) => celsius * FAHRENHEIT.factor + FAHRENHEIT.zero,
  }),
  m: () => ({ unit: t('unit.ft'), convert: (metres) => toHeight(metres, 'imperial') }),
  km: () => ({ unit: inMiles('imperial'), convert: (length) => toDistance(length, 'imperial') }),
}

/** The unit and conversion in which the reader sees a stream; streams of developer apps are not converted. */
export function shownUnit({ name, unit, own }: StreamName, units: UnitSystem): Shown {
  const known = own ? undefined : BY_NAME[name]
  if (known) return known(units)
  const imperial = own || units === 'metric' ? undefined : IMPERIAL[unit ?? '']
  return imperial ? imperial() : { unit: unit ?? '', convert: (value) => value }
}
