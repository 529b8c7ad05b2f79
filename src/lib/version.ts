declare const BUILD_VERSION: string | undefined

/** The version of the executable, and the version of the API contract that clients check. */
export const VERSION = {
  server: typeof BUILD_VERSION === 'string' ? BUILD_VERSION : '0.2.0-dev',
  api: '1.2.2',
} as const
