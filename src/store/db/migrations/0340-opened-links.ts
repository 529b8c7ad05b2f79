/** The day on which a public link was last opened, in the calendar of its owner. */
export const openedLinks = ['alter table share_links add column last_opened_on text']
