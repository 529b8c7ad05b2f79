import { METRES_PER_FOOT, METRES_PER_MILE, METRES_PER_YARD } from '@/domain/reference/lengths'

/** Units for display: kilometres and metres, or miles, yards and feet. */
export type UnitSystem = 'metric' | 'imperial'

const KILOGRAMS_PER_POUND = 0.45359237

/** Converts kilometres to kilometres or miles. */
export function toDistance(kilometres: number, system: UnitSystem): number {
  return system === 'metric' ? kilometres : (kilometres * 1000) / METRES_PER_MILE
}

/** Converts metres to metres or feet. */
export function toHeight(metres: number, system: UnitSystem): number {
  return system === 'metric' ? metres : metres / METRES_PER_FOOT
}

/** Converts kilometres per hour to km/h or mph. */
export function toSpeed(kilometresPerHour: number, system: UnitSystem): number {
  return toDistance(kilometresPerHour, system)
}

/** Converts seconds per kilometre to seconds per kilometre or per mile. */
export function toPace(secondsPerKilometre: number, system: UnitSystem): number {
  return system === 'metric' ? secondsPerKilometre : (secondsPerKilometre * METRES_PER_MILE) / 1000
}

/** Converts swum kilometres to metres or yards. */
export function toSwimDistance(kilometres: number, system: UnitSystem): number {
  return (kilometres * 1000) / metresPerLength(system)
}

/** Converts seconds per 100 metres to seconds per 100 metres or 100 yards. */
export function toSwimPace(secondsPer100m: number, system: UnitSystem): number {
  return secondsPer100m * metresPerLength(system)
}

/** Converts kilometres per hour to seconds per 100 metres or 100 yards; null if the speed is zero. */
export function toSwimPaceFromSpeed(kilometresPerHour: number, system: UnitSystem): number | null {
  return kilometresPerHour > 0 ? toSwimPace(360 / kilometresPerHour, system) : null
}

/** Converts seconds per 100 metres or 100 yards to kilometres per hour. */
export const fromSwimPaceToSpeed = (shown: number, system: UnitSystem): number =>
  360 / fromSwimPace(shown, system)

/** Converts swum metres or yards to kilometres. */
export function fromSwimDistance(shown: number, system: UnitSystem): number {
  return (shown * metresPerLength(system)) / 1000
}

/** Converts seconds per 100 metres or 100 yards to seconds per 100 metres. */
export function fromSwimPace(shown: number, system: UnitSystem): number {
  return shown / metresPerLength(system)
}

const metresPerLength = (system: UnitSystem): number => (system === 'metric' ? 1 : METRES_PER_YARD)

/** Converts kilometres or miles to kilometres. */
export function fromDistance(shown: number, system: UnitSystem): number {
  return system === 'metric' ? shown : (shown * METRES_PER_MILE) / 1000
}

/** Converts metres or feet to metres. */
export function fromHeight(shown: number, system: UnitSystem): number {
  return system === 'metric' ? shown : shown * METRES_PER_FOOT
}

/** Converts kilograms to kilograms or pounds. */
export function toMass(kilograms: number, system: UnitSystem): number {
  return system === 'metric' ? kilograms : kilograms / KILOGRAMS_PER_POUND
}

/** Converts kilograms or pounds to kilograms. */
export function fromMass(shown: number, system: UnitSystem): number {
  return system === 'metric' ? shown : shown * KILOGRAMS_PER_POUND
}

/** Converts degrees Celsius to degrees Celsius or Fahrenheit. */
export function toTemperature(celsius: number, system: UnitSystem): number {
  return system === 'metric' ? celsius : celsius * 1.8 + 32
}
