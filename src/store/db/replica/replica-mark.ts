/**
 * The file in which Litestream records its position. If it exists, the database is a replica, and only Litestream may
 * write to it.
 */
export const followerMark = (file: string): string => `${file}-txid`
