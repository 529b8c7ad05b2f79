import type { AppConfig } from '@/server/responses/app-config'

/** Maximum zoom level of maps. Beyond the last level of the tiles, these are enlarged. */
export const MAX_ZOOM = 19

/** The part of the public configuration that says what maps show in the background. */
export type MapSource = Pick<AppConfig, 'map_attribution' | 'map_tiles'>
