SELECT 1; -- Reserved.
