/** How lengths are shown: kilometres and metres, or miles, yards and feet. */
export type UnitSystem = 'metric' | 'imperial'

export const METRES_PER_MILE = 1609.344
const METRES_PER_FOOT = 0.3048
const METRES_PER_YARD = 0.9144
const KILOGRAMS_PER_POUND = 0.45359237

/** Kilometres as kilometres or miles. */
export function toDistance(kilometres: number, system: UnitSystem): number {
  return system === 'metric' ? kilometres : (kilometres * 1000) / METRES_PER_MILE
}

/** Metres as metres or feet. */
export function toHeight(metres: number, system: UnitSystem): number {
  return system === 'metric' ? metres : metres / METRES_PER_FOOT
}

/** Kilometres per hour as km/h or mph. */
export function toSpeed(kilometresPerHour: number, system: UnitSystem): number {
  return toDistance(kilometresPerHour, system)
}

/** Seconds per kilometre as seconds per kilometre or per mile. */
export function toPace(secondsPerKilometre: number, system: UnitSystem): number {
  return system === 'metric' ? secondsPerKilometre : (secondsPerKilometre * METRES_PER_MILE) / 1000
}

/** Kilometres that were swum as metres or yards. */
export function toSwimDistance(kilometres: number, system: UnitSystem): number {
  return (kilometres * 1000) / metresPerLength(system)
}

/** Seconds for 100 metres as seconds for 100 metres or 100 yards. */
export function toSwimPace(secondsPer100m: number, system: UnitSystem): number {
  return secondsPer100m * metresPerLength(system)
}

/** Kilometres per hour as seconds for 100 metres or 100 yards; null at standstill. */
export function swimPaceAt(kilometresPerHour: number, system: UnitSystem): number | null {
  return kilometresPerHour > 0 ? toSwimPace(360 / kilometresPerHour, system) : null
}

/** Seconds for 100 metres or 100 yards as kilometres per hour. */
export const swimSpeedAt = (shown: number, system: UnitSystem): number =>
  360 / fromSwimPace(shown, system)

/** Metres or yards that were swum as kilometres. */
export function fromSwimDistance(shown: number, system: UnitSystem): number {
  return (shown * metresPerLength(system)) / 1000
}

/** Seconds for 100 metres or 100 yards as seconds for 100 metres. */
export function fromSwimPace(shown: number, system: UnitSystem): number {
  return shown / metresPerLength(system)
}

const metresPerLength = (system: UnitSystem): number => (system === 'metric' ? 1 : METRES_PER_YARD)

/** Kilometres or miles as kilometres. */
export function fromDistance(shown: number, system: UnitSystem): number {
  return system === 'metric' ? shown : (shown * METRES_PER_MILE) / 1000
}

/** Metres or feet as metres. */
export function fromHeight(shown: number, system: UnitSystem): number {
  return system === 'metric' ? shown : shown * METRES_PER_FOOT
}

/** Kilograms as kilograms or pounds. */
export function toMass(kilograms: number, system: UnitSystem): number {
  return system === 'metric' ? kilograms : kilograms / KILOGRAMS_PER_POUND
}

/** Kilograms or pounds as kilograms. */
export function fromMass(shown: number, system: UnitSystem): number {
  return system === 'metric' ? shown : shown * KILOGRAMS_PER_POUND
}

/** Degrees Celsius as degrees Celsius or Fahrenheit. */
export function toTemperature(celsius: number, system: UnitSystem): number {
  return system === 'metric' ? celsius : celsius * 1.8 + 32
}
