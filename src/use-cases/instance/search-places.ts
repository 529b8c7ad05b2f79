import type { AppContext } from '@/context'
import { internal } from '@/errors'
import { OutgoingError } from '@/lib/outgoing'

interface Search {
  city?: string | undefined
  language?: string | undefined
}

interface Lookup {
  osm_id?: string | undefined
  language?: string | undefined
}

/** Places with a name; none without a name. @throws 500 when the geocoding server fails. */
export const searchPlaces = (ctx: AppContext, { city = '', language }: Search) =>
  orFailure(
    ctx,
    ctx.geocoder.search(city, language),
    'error when getting coordinates from location',
  )

/** The place with an identifier, if there is one. @throws 500 when the geocoding server fails. */
export const lookUpPlace = (ctx: AppContext, { osm_id = '', language }: Lookup) =>
  orFailure(ctx, ctx.geocoder.lookup(osm_id, language), 'error when getting location from OSM id')

async function orFailure<Found>(
  { log }: AppContext,
  found: Promise<Found>,
  message: string,
): Promise<Found> {
  try {
    return await found
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    log.warn({ reason: error.message }, 'geocoding failed')
    throw internal(message)
  }
}
