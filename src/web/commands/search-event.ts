/**
 * The window event that opens the search. An event is used because the search is loaded after the button that opens it.
 */
export const SEARCH_EVENT = 'milepost:search'
