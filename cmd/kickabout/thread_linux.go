package main

// ownTime asks the system for the time of the calling thread alone: RUSAGE_THREAD.
const ownTime = 1
