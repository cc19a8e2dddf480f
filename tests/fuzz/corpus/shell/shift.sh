shift 0
set -- a
shift 0
shift 9
