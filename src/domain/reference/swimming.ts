import { baseSportId } from './base-sport'

/** Units of pools: metres and yards. */
export const POOL_UNITS = ['m', 'yd'] as const
export type PoolUnit = (typeof POOL_UNITS)[number]

const OPEN_WATER_SWIMMING = 16
const POOL_SWIMMING = 1201

/** Whether a sport is swimming, where paces are of 100 metres. */
export const isSwimming = (sportId: number): boolean =>
  [OPEN_WATER_SWIMMING, POOL_SWIMMING].includes(baseSportId(sportId))
