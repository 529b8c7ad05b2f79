declare const BUILD_VERSION: string | undefined

/** What the executable calls itself, and the version of the API contract clients check. */
export const VERSION = {
  server: typeof BUILD_VERSION === 'string' ? BUILD_VERSION : '0.1.0-dev',
  api: '1.2.2',
} as const
