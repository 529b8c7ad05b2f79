import type { Scope } from '@/policy/scopes'

/** The text above the operations of the API document, in Markdown. */
export const INTRODUCTION = `
Milepost keeps workouts: recordings are uploaded or entered by hand, measured, drawn on maps, shared with followers, and summed up in
statistics and records. Everything that the web UI does goes through this API. Programs written for FitTrackee 1.2 work with it.

### First steps

    curl -X POST https://example.org/api/auth/login \\
      -H 'content-type: application/json' -d '{"email": "me@example.org", "password": "…"}'
    curl https://example.org/api/workouts -H "authorization: Bearer $TOKEN"
    curl https://example.org/api/workouts -H "authorization: Bearer $TOKEN" \\
      -F file=@ride.fit -F 'data={"sport_id": 1}'

### Authentication

A token is sent as \`Authorization: Bearer …\`. There are three kinds:

- **Session tokens** are what \`POST /api/auth/login\` answers. They may do everything that the account may do, for 30 days, or until the
  account logs out or changes its password.
- **Personal tokens** are made by users for their own programs: \`POST /api/tokens\`, with a session. They begin with \`mpt_\`, hold scopes as the tokens
  of apps do, and may stand in the query of \`POST /api/inbox\` as \`token\`. Recordings are also taken by WebDAV, at \`/dav/inbox/\`.
- **Access tokens of apps** come from OAuth 2.0 (authorization code, with or without PKCE). Register the app with \`POST /api/oauth/apps\`, send the
  user to \`/profile/apps/authorize?response_type=code&client_id=…&redirect_uri=…&scope=…&state=…\`, and redeem the code at
  \`POST /api/oauth/token\`. Each operation names the **scope** that such a token must hold; some are not for apps at all.

Some operations want a **role**: \`user\` < \`moderator\` < \`admin\` < \`owner\`. A **suspended** account may only call what says so.

### Conventions

- Bodies are JSON objects in UTF-8 (\`content-type: application/json\`), but for uploads and OAuth 2.0 forms. Unknown keys are ignored unless an operation says
  otherwise. Answers may get more keys in later versions: ignore those that you do not know.
- Instants are written as in HTTP headers, \`Sat, 21 Nov 2026 08:08:18 GMT\`. Dates in requests, \`2026-11-21\`, are read in the time zone of the account.
- Distances are kilometres, elevations metres, speeds km/h, durations \`H:MM:SS\`, paces \`H:MM:SS\` per kilometre, unless a field says otherwise. Imperial units are
  for clients to show.
- Workouts, comments, equipment and tasks have **short ids**: up to 22 letters and digits. Users are named by their username; sports, equipment types, reports and
  apps by number.
- Who may see something is \`public\`, \`followers_only\` or \`private\`. What a caller may not see is not there: 404, or null inside an answer.

### Lists

Lists come in pages: \`page\` counts from 1, \`per_page\` is bounded where it exists, and \`pagination\` says where the page lies. A page beyond the end is empty. What is
no positive whole number counts as not given.

### Dialects

The API has two dialects. The server is set to one (\`API_DIALECT\`); a request chooses with the header \`X-API-Dialect: spec\` or \`X-API-Dialect: fittrackee\`. Requests
may use the words of either. Only these answers differ; the schemas allow both forms:

| | Answer | \`spec\` (default) | \`fittrackee\` |
|---|---|---|---|
| D1 | \`data\` of one user | \`[User]\` | \`{"users": [User]}\` |
| D2 | \`user\` of workouts in the timeline | username | compact user |
| D3 | messages about fields at registration | \`Errors: email: …\` | \`email: …\` |
| D4 | elevation sources | \`provider_a\`, \`provider_a_smooth\`, \`provider_b\` | \`open_elevation\`, \`open_elevation_smooth\`, \`valhalla\` |
| D5 | durations from a day on | \`25:00:00\` | \`1 day, 1:00:00\` |
| D6 | ids of notifications | UUID | short id |
| D7 | durations in statistics by sport and of lists | seconds | \`H:MM:SS\` |

### Errors

A refused request changes nothing and answers 4xx with \`{"status": "error", "message": "…"}\`; the message is meant for people. The status code says what kind of
refusal it is:

| Status | Meaning |
|---|---|
| 400 | The request is broken or against a rule |
| 401 | No token, or not a good one |
| 403 | Not allowed: suspended, wrong role, missing scope, or somebody else's |
| 404 | Not there, or not for you |
| 405 | The path has other methods, named in \`allow\` |
| 410 | Removed for good |
| 413 | Body or file too large |
| 429 | Too many requests |
| 431 | Headers and address of more than 16 KiB; without a body beyond 32 KiB |
| 503 | Another program keeps the database locked: to be tried again |
| 507 | The disk of the server is full; deleting is possible |

Any other 5xx is a fault of the server; its answers have the same form. The endpoints of OAuth 2.0 answer errors as RFC 6749 wants them.

### Rate limits

A server may limit requests (\`API_RATE_LIMITS\`), and limits attempts to log in and the like (\`AUTH_RATE_LIMITS\`). Answers that count carry \`x-ratelimit-limit\`,
\`x-ratelimit-remaining\` and \`x-ratelimit-reset\` (seconds since 1970); a refusal carries \`retry-after\` (seconds).

### About this document

It is made from the schemas that the program's own types come from, and the tests hold every answer against it. A running server does not check its answers again.
`.trim()

/** The groups of operations, in the order of the document. */
export const TAGS = {
  Server: 'What this server is and can do, whether it runs, and its settings.',
  Account: 'Registering, logging in and out, passwords, and the privacy policy.',
  Profile: "The caller's own account: who it is, its picture, and its preferences.",
  Apps: 'Programs that act in the name of users, by OAuth 2.0: registering them, granting access, tokens.',
  Tokens: 'Secrets that users make for their own programs: watches, phones, scripts.',
  Workouts:
    'Listing, reading, entering by hand, changing and deleting workouts; likes; the timeline.',
  Uploads: 'Recordings and archives of recordings become workouts; tasks import large archives.',
  Recordings:
    'What recorded workouts have besides: lines, charts, map images, and the files themselves.',
  Statistics: 'Sums and means of own workouts by time and by sport, and personal records.',
  Training: 'Own thresholds, what workouts asked, and fitness, fatigue and form.',
  Sports: "The catalogue of sports, and the caller's preferences for each.",
  Equipment: 'Shoes, bikes and the like, with what was done with them.',
  Users: 'The members of this server and their pages; administrators change accounts here.',
  Relationships: 'Who follows whom, requests to follow, and blocked users.',
  Comments: 'What users write below workouts, and who likes it.',
  Notifications: 'What the caller is told of: follows, likes, comments, reports, finished tasks.',
  Moderation: 'Users report; moderators warn and suspend; who is concerned may appeal.',
  'Data export': "An archive of all the caller's data, made on request.",
  Places:
    'Places by name, and map tiles. This server asks others for them, so that they do not learn who looks where.',
  Feeds: 'Public workouts for feed readers.',
  Administration: 'What runs in the background, for administrators: tasks of all users, backups.',
}

/** What each scope allows. */
export const SCOPE_TEXTS: Record<Scope, string> = {
  'application:write': 'Change the settings of the server (administrators).',
  'equipments:read': 'Read own equipment, and equipment types.',
  'equipments:write': 'Enter, change and delete own equipment.',
  'follow:read': 'Read followers, followed users and follow requests.',
  'follow:write': 'Follow, unfollow, answer follow requests.',
  'geocode:read': 'Look up places.',
  'media:write': 'Known for programs written for FitTrackee 1.3; nothing needs it here.',
  'notifications:read': 'Read notifications.',
  'notifications:write': 'Mark notifications as read.',
  'profile:read': 'Read the own profile, preferences, sanctions and blocked users.',
  'profile:write': 'Change the own profile, preferences and picture; appeal.',
  'reports:read': 'Read reports (moderators).',
  'reports:write': 'Report; act on reports (moderators).',
  'tasks:read': 'Read queued tasks (administrators).',
  'users:read': 'Read users and their sanctions.',
  'users:write':
    'Block users; delete the own account; change users (administrators); decide appeals (moderators).',
  'workouts:read': 'Read workouts, comments, sports, records, statistics and upload tasks.',
  'workouts:write': 'Upload, enter, change and delete workouts and comments; like.',
}
