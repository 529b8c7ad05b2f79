/** Where Litestream notes how far it has brought a copy of a database: where there is one, nobody else may write. */
export const followerMark = (file: string): string => `${file}-txid`
