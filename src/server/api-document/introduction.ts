import { ERROR_CODES } from '@/lib/error-codes'

/** The text above the operations of the API document, in Markdown. */
export const INTRODUCTION = `
Milepost stores workouts: recordings are uploaded or entered manually, analysed, drawn on maps, shared with followers, and summarised in
statistics and records. Everything that the web UI does goes through this API. Clients written for FitTrackee 1.2 work with it.

### First steps

    curl -X POST https://example.org/api/auth/login \\
      -H 'content-type: application/json' -d '{"email": "me@example.org", "password": "…"}'
    curl https://example.org/api/workouts -H "authorization: Bearer $TOKEN"
    curl https://example.org/api/workouts -H "authorization: Bearer $TOKEN" \\
      -F file=@ride.fit -F 'data={"sport_id": 1}'

### Authentication

A token is sent as \`Authorization: Bearer …\`. There are three kinds:

- **Session tokens** are returned by \`POST /api/auth/login\`. They have all permissions of the account, for 30 days, or until the
  user logs out or changes the password.
- **Personal tokens** are created by users for their own programs: \`POST /api/tokens\`, with a session. They begin with \`mpt_\`, have scopes like the
  tokens of apps, and may be sent as the query parameter \`token\` or as a password to the operations that list \`personalInUrl\` or \`personalAsPassword\`. Recordings can also be uploaded over WebDAV, to \`/dav/inbox/\`.
- **Access tokens of apps** come from OAuth 2.0 (authorization code, with or without PKCE). Register the app with \`POST /api/oauth/apps\`, send the
  user to \`/profile/apps/authorize?response_type=code&client_id=…&redirect_uri=…&scope=…&state=…\`, and redeem the code at
  \`POST /api/oauth/token\`. Each operation lists the **scope** that such a token must have; some are not available to apps.

Some operations require a **role**: \`user\` < \`moderator\` < \`admin\` < \`owner\`. A **suspended** account may only use operations that say so.

### Conventions

- Bodies are JSON objects in UTF-8 (\`content-type: application/json\`), except for uploads and OAuth 2.0 forms. Unknown keys are ignored unless an operation says
  otherwise; those of FitTrackee 1.3 that uploads ignore are listed in the header \`x-ignored-keys\`. Later versions may add keys to responses: ignore those that you do not know.
- Timestamps have the format of HTTP headers, \`Sat, 21 Nov 2026 08:08:18 GMT\`. Dates in requests, \`2026-11-21\`, are interpreted in the time zone of the account.
- Distances are in kilometres, elevations in metres, speeds in km/h, durations \`H:MM:SS\`, paces \`H:MM:SS\` per kilometre, unless a field says otherwise. Clients
  convert to imperial units.
- Workouts, comments, equipment and tasks have **short ids**: up to 22 letters and digits. Users are identified by their username; sports, equipment types, reports
  and apps by number.
- Visibility is \`public\`, \`followers_only\` or \`private\`. Objects that the caller may not see look like missing ones: 404, or null inside a response.

### HTTP

- \`HEAD\` returns the headers of \`GET\`, \`OPTIONS\` the methods of a path (\`allow\`). Repeated slashes in a path count as one.
- **Caching:** responses that can be repeated have an \`etag\`; send it as \`if-none-match\` to get a 304 while nothing has changed. Downloads also have
  \`last-modified\`, and can be resumed with \`range\` and \`if-range\`.
- **Lost updates:** send the \`etag\` of an object as \`if-match\` with PATCH, PUT or DELETE of the same URL. The response is 412 if it has changed in the
  meantime, and has the new \`etag\` otherwise. The tag covers everything in the response, such as the number of likes.
- **Repeated requests:** uploads and new workouts accept an \`idempotency-key\` (up to 255 characters, for example a UUID). Within a day, the same request with
  the same key returns the response of the first instead of creating something again: 409 while the first is in progress, 422 if the key was used for
  another URL. After an error, the key can be used again.
- **Apps in browsers:** the setting \`CORS_ORIGINS\` lists the origins whose pages may call the API. They send a token; cookies are never used. All response
  headers can be read.
- **Discovery:** \`/.well-known/oauth-authorization-server\` describes OAuth 2.0 (RFC 8414).

### Lists

Lists are paginated: \`page\` starts at 1, \`per_page\` has a maximum where it exists, and \`pagination\` describes the position of the page. A page beyond the end is
empty. Values other than positive integers are ignored.

### Dialects

The API has two dialects. The server is set to one (\`API_DIALECT\`); a request chooses with the header \`X-API-Dialect: spec\` or \`X-API-Dialect: fittrackee\`. Requests
may use the values of either. Only these responses differ; the schemas allow both forms and mark them with \`x-depends-on-dialect\`:

| | Response | \`spec\` (default) | \`fittrackee\` |
|---|---|---|---|
| D1 | \`data\` of one user | \`[User]\` | \`{"users": [User]}\` |
| D2 | \`user\` of workouts in the timeline | username | compact user |
| D3 | validation errors at registration | \`Errors: email: …\` | \`email: …\` |
| D4 | elevation sources | \`provider_a\`, \`provider_a_smooth\`, \`provider_b\` | \`open_elevation\`, \`open_elevation_smooth\`, \`valhalla\` |
| D5 | durations of a day or more | \`25:00:00\` | \`1 day, 1:00:00\` |
| D6 | ids of notifications | UUID | short id |
| D7 | durations in statistics by sport and of lists | seconds | \`H:MM:SS\` |

### Errors

A rejected request changes nothing. The response is a 4xx with \`{"status": "error", "code": "…", "message": "…"}\`. The message is meant for people, the code
for programs: it does not change. Where the wrong values are known, \`errors\` lists them: \`[{"key": "sport_id", "problem": "…"}]\`. The status code says what kind of error it is:

| Status | Meaning |
|---|---|
| 400 | The request is malformed or invalid |
| 401 | The token is missing or invalid |
| 403 | Not allowed: suspended account, wrong role, missing scope, or another user's object |
| 404 | Not found, or not visible to the caller |
| 405 | The path has other methods, listed in \`allow\` |
| 408 | The body arrived too slowly: less than 4 KiB in a minute |
| 409 | Another request is in the way: an idempotency key in use |
| 410 | Removed permanently |
| 412 | The object is no longer the one of \`if-match\` |
| 413 | Body or file too large |
| 415 | The body has another media type or content encoding than those in \`accept\` or \`accept-encoding\` |
| 422 | The idempotency key was used for another URL |
| 429 | Too many requests |
| 431 | Headers and URL of more than 16 KiB; beyond 32 KiB the response has no body |
| 503 | Another program has locked the database: try again |
| 507 | The disk of the server is full; deleting is still possible |

The codes are ${ERROR_CODES.map((code) => `\`${code}\``).join(', ')}. Later versions may add codes: treat those that you do not know like the status.

Any other 5xx is an error of the server; its responses have the same form. The OAuth 2.0 endpoints use the error responses of RFC 6749.

### Rate limits

A server may limit requests (\`API_RATE_LIMITS\`), and limits attempts to log in and similar ones (\`AUTH_RATE_LIMITS\`). Responses to counted requests have the headers
\`x-ratelimit-limit\`, \`x-ratelimit-remaining\` and \`x-ratelimit-reset\` (seconds since 1970); a 429 has \`retry-after\` (seconds).

### Versions and deprecation

\`version\` of the configuration is the version of the API that clients of FitTrackee compare; \`server_version\` and the version of this document are those of the
server. There is no version in URLs: a path, a parameter, a required key or a type that this document describes does not change within a major version of
the server. A minor version may add operations, optional parameters, keys of responses, values of enumerations and error statuses; clients must accept these.
What is going to be removed is marked \`deprecated\` here and named in the release notes, continues to work for at least one year, and only a new major version
removes it. Names of operations and schemas do not change either, because generated clients use them.

### About this document

It is generated from the schemas that also define the server's types, and the tests validate every response against it. A running server does not validate its responses.
The tests also generate, compile and use clients: with openapi-typescript, openapi-python-client, and OpenAPI Generator for TypeScript (\`typescript-fetch\`), Go, and
Kotlin (\`serializationLibrary=jackson\`; map schemas that are a number or a text, such as \`PersonalRecord_value\`, to \`kotlin.Any\`). The examples are real responses.
`.trim()

/** The groups of operations, in the order of the document. */
export const TAGS = {
  Server: 'Features, settings and health of this server.',
  Account: 'Registering, logging in and out, passwords, and the privacy policy.',
  Profile: "The caller's account: personal details, picture, and preferences.",
  Privacy: 'Zones around places that others must not find, and what else is hidden of recordings.',
  Apps: 'Programs that act on behalf of users, with OAuth 2.0: registration, granting access, tokens.',
  Webhooks: 'Signed messages to other programs about workouts, imports, reports and backups.',
  Tokens: 'Personal access tokens for programs of users: watches, phones, scripts.',
  Workouts: 'Listing, getting, entering, changing and deleting workouts; likes; the timeline.',
  Uploads: 'Importing recordings and archives of recordings; tasks for large archives.',
  Courses: 'Lines that users have saved to follow, and how workouts followed them.',
  Recordings: 'Data of recorded workouts: lines, charts, map images, and the files themselves.',
  Photos: 'Photos of workouts: uploading, describing, deleting, and the images themselves.',
  Statistics:
    "Totals and averages of the caller's workouts by time and by sport, and personal records.",
  Training: "The caller's thresholds, training loads, fitness, fatigue and training balance.",
  Sports: "The catalogue of sports, and the caller's preferences for each.",
  Equipment: 'Shoes, bikes and other equipment, with their totals.',
  Users: 'The members of this server and their pages; changes to accounts by administrators.',
  Relationships: 'Followers, follow requests, and blocked users.',
  Comments: 'Comments on workouts, and their likes.',
  Notifications: 'Follows, likes, comments, reports and finished tasks.',
  Moderation: 'Reports of users; warnings and suspensions by moderators; appeals.',
  'Data export': "An archive of all the caller's data, created on request.",
  Places:
    'Places by name, and map tiles. This server forwards the requests, so that the services do not see who looks where.',
  Feeds: 'Public workouts for feed readers.',
  Sharing: 'Pictures of workouts, and links by which people without an account see one of them.',
  Administration: 'Background work, for administrators: tasks of all users, backups.',
}
