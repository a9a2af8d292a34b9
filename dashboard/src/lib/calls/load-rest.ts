interface PagedRead {
  hasNextPage: boolean;
  isSuccess: boolean;
  fetchNextPage: () => Promise<PagedRead>;
}

/** Loads pages until the last one. Returns false if one of them could not be loaded. */
export async function loadRest(first: PagedRead): Promise<boolean> {
  let read = first;
  while (read.hasNextPage) {
    read = await read.fetchNextPage();
    if (!read.isSuccess) return false;
  }
  return read.isSuccess;
}
