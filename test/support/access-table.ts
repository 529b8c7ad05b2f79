/** What the contract says about who may call a route. */
export interface AccessRow {
  /** `public`: anybody, tokens are not looked at; `optional`: anonymous too; `token`: only with a token. */
  who: 'public' | 'optional' | 'token'
  /** Of several, one will do. */
  scope?: string | string[]
  role?: 'moderator' | 'admin'
  /** Suspended accounts may call. */
  suspended?: true
}

const open: AccessRow = { who: 'public' }
const own: AccessRow = { who: 'token', suspended: true }
const firstParty: AccessRow = { who: 'token' }
const scoped = (scope: string | string[], more: Partial<AccessRow> = {}): AccessRow => ({
  who: 'token',
  scope,
  ...more,
})
const optional = (scope: string | string[], more: Partial<AccessRow> = {}): AccessRow => ({
  who: 'optional',
  scope,
  ...more,
})

/** Every route by `METHOD path`. */
export const ACCESS_TABLE: Record<string, AccessRow> = {
  'GET /users/:user_name/workouts.rss': open,
  'GET /api/docs': open,
  'GET /api/openapi.json': open,
  'GET /api/ping': open,
  'GET /api/check-db': open,
  'GET /api/config': open,
  'PATCH /api/config': scoped('application:write', { role: 'admin' }),
  'GET /api/setup': open,
  'POST /api/setup': open,
  'POST /api/auth/register': open,
  'POST /api/auth/account/confirm': open,
  'POST /api/auth/account/resend-confirmation': open,
  'POST /api/auth/login': open,
  'POST /api/auth/logout': own,
  'POST /api/auth/account/privacy-policy': own,
  'GET /api/auth/timezones': open,
  'POST /api/auth/password/reset-request': open,
  'POST /api/auth/password/update': open,
  'POST /api/auth/email/update': open,
  'GET /api/auth/profile': scoped('profile:read', { suspended: true }),
  'POST /api/auth/profile/edit': scoped('profile:write', { suspended: true }),
  'PATCH /api/auth/profile/edit/account': scoped('profile:write', { suspended: true }),
  'POST /api/auth/profile/edit/preferences': scoped('profile:write', { suspended: true }),
  'POST /api/auth/profile/edit/notifications': scoped('profile:write'),
  'POST /api/auth/profile/edit/messages': scoped('profile:write'),
  'POST /api/auth/picture': scoped('profile:write', { suspended: true }),
  'DELETE /api/auth/picture': scoped('profile:write', { suspended: true }),
  'GET /api/users/:user_name/picture': open,
  'PATCH /api/auth/profile/edit/sports': scoped('profile:write'),
  'POST /api/auth/profile/edit/sports': scoped('profile:write'),
  'DELETE /api/auth/profile/reset/sports/:sport_id': scoped('profile:write'),
  'GET /api/sports': optional('workouts:read', { suspended: true }),
  'GET /api/sports/:sport_id': scoped('workouts:read'),
  'PATCH /api/sports/:sport_id': scoped('workouts:write', { role: 'admin' }),
  'GET /api/equipment-types': scoped('equipments:read', { suspended: true }),
  'GET /api/equipment-types/:equipment_type_id': scoped('equipments:read'),
  'PATCH /api/equipment-types/:equipment_type_id': scoped('equipments:write', { role: 'admin' }),
  'GET /api/equipments': scoped('equipments:read', { suspended: true }),
  'POST /api/equipments': scoped('equipments:write'),
  'GET /api/equipments/:equipment_short_id': scoped('equipments:read', { suspended: true }),
  'PATCH /api/equipments/:equipment_short_id': scoped('equipments:write'),
  'DELETE /api/equipments/:equipment_short_id': scoped('equipments:write'),
  'POST /api/equipments/:equipment_short_id/refresh': scoped('equipments:write'),
  'GET /api/workouts': scoped('workouts:read'),
  'POST /api/workouts': scoped('workouts:write'),
  'POST /api/workouts/no_gpx': scoped('workouts:write'),
  'GET /api/workouts/collection': scoped('workouts:read'),
  'GET /api/workouts/global-map': scoped('workouts:read'),
  'GET /api/workouts/:workout_short_id': optional('workouts:read'),
  'DELETE /api/workouts/:workout_short_id': scoped('workouts:write'),
  'GET /api/workouts/:workout_short_id/geojson': optional('workouts:read'),
  'GET /api/workouts/:workout_short_id/geojson/segment/:segment_short_id':
    optional('workouts:read'),
  'GET /api/workouts/:workout_short_id/chart_data': optional('workouts:read'),
  'GET /api/workouts/:workout_short_id/chart_data/segment/:segment_short_id':
    optional('workouts:read'),
  'GET /api/workouts/:workout_short_id/gpx': optional('workouts:read'),
  'GET /api/workouts/:workout_short_id/gpx/segment/:segment_id': optional('workouts:read'),
  'GET /api/workouts/map/:map_id': open,
  'GET /api/workouts/map_tile/:s/:z/:x/:y': open,
  'GET /api/records': scoped('workouts:read'),
  'GET /api/oauth/apps': own,
  'POST /api/oauth/apps': firstParty,
  'GET /api/oauth/apps/:client_id': own,
  'GET /api/oauth/apps/:client_id/by_id': own,
  'DELETE /api/oauth/apps/:client_id': own,
  'POST /api/oauth/apps/:client_id/revoke': own,
  'GET /api/oauth/authorize': firstParty,
  'POST /api/oauth/authorize': firstParty,
  'POST /api/oauth/token': open,
  'POST /api/oauth/revoke': open,
  'GET /api/geocode/search': scoped('geocode:read'),
  'GET /api/geocode/lookup': scoped('geocode:read'),
  'GET /api/stats/all': scoped('workouts:read', { role: 'moderator' }),
  'GET /api/stats/:user_name/by_time': scoped('workouts:read'),
  'GET /api/stats/:user_name/by_sport': scoped('workouts:read'),
}
