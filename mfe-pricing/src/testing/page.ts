/** A list of one page, as the server answers it. */
export const pageOf = (content: readonly object[]) => ({
  content,
  totalElements: content.length,
  totalPages: 1,
  size: 30,
  number: 0,
  numberOfElements: content.length,
});
