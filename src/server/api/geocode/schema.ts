import { t } from 'elysia'
import { textParam } from '@/server/http/parameters/query-params'

const language = textParam('Language code for the names; English by default.')

export const searchQuery = t.Object({ city: textParam('Name of a place.'), language })

export const lookupQuery = t.Object({
  osm_id: textParam(
    'First letter of the kind of object in OpenStreetMap and its number, as in `r7444`.',
  ),
  language,
})
