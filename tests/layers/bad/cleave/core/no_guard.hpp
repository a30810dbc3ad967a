// This header has no guard.
